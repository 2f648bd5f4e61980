package dev.leat.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.spi.Engine;
import dev.leat.http.access.Access;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class EventLoopsTest {

    @Test
    void connectionsAreSharedAmongAllEventLoops() throws Exception {
        Set<String> threads = ConcurrentHashMap.newKeySet();
        try (Leat leat = Leat.inMemory();
                LeatServer server = LeatServer.start(
                        noting(threads, leat.engine()),
                        ServerSettings.defaults().withPort(0).withEventLoops(3),
                        Access.OPEN,
                        new SimpleMeterRegistry())) {
            URI stream = URI.create("http://127.0.0.1:" + server.port() + "/v1/stream/s");
            for (int i = 0; i < 6; i++) {
                HttpRequest head = HttpRequest.newBuilder(stream).HEAD().build();
                try (HttpClient client = HttpClient.newHttpClient()) { // and with it a connection
                    assertThat(client.send(head, BodyHandlers.discarding()).statusCode())
                            .isEqualTo(404);
                }
            }
        }

        assertThat(threads).hasSize(3);
    }

    /** An engine that notes who asks it. */
    private static Engine noting(Set<String> threads, Engine engine) {
        return (Engine) Proxy.newProxyInstance(
                Engine.class.getClassLoader(), new Class<?>[] {Engine.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("ask")) {
                        threads.add(Thread.currentThread().getName());
                    }
                    try {
                        return method.invoke(engine, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
