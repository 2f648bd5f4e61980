package dev.leat.http.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RunningServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A stream is deleted and made anew while somebody begins to follow it. */
class ReplacedStreamTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final CompletableFuture<Void> watched = new CompletableFuture<>();
    private final CompletableFuture<Void> goOn = new CompletableFuture<>();

    @Test
    void whoeverComesMeanwhileHearsOfTheNewOne() throws Exception {
        ServerSettings settings =
                ServerSettings.defaults().withPort(0).withEventLoops(1).with(RunningServer.live(LONG, LONG));
        try (Leat leat = Leat.inMemory();
                LeatServer server = LeatServer.start(late(leat.engine()), settings, Access.OPEN, registry)) {
            leat.stream("s").create(StreamConfig.text());
            try (RawConnection before = follow(server)) {
                watched.get(1, TimeUnit.MINUTES);
                assertThat(before.head().status()).isEqualTo(200);
                leat.stream("s").delete();
                leat.stream("s").create(StreamConfig.text());
                try (RawConnection after = follow(server)) {
                    RunningServer.await("both follow", () -> followers() == 2);
                    goOn.complete(null);
                    RunningServer.await("the follower of the first has left", () -> followers() == 1);

                    leat.stream("s").append("hello");

                    assertThat(after.head().status()).isEqualTo(200);
                    assertThat(text(after)).startsWith("event: control\n");
                    assertThat(text(after)).startsWith("event: data\ndata:hello\n\n");
                }
            }
        }
    }

    /** The engine, as it seems to an event loop that is busy for a while: the first who watches hears late of all that happens. */
    private Engine late(Engine real) {
        return (Engine) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Engine.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("watch") && !watched.isDone()) {
                        watch(real, arguments);
                        return null;
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @SuppressWarnings({"unchecked", "FutureReturnValueIgnored"}) // a reply to watch is one, and it does not fail
    private void watch(Engine real, Object[] arguments) {
        Reply<? super Registration> reply = (Reply<? super Registration>) arguments[2];
        Runnable changed = (Runnable) arguments[1];
        real.watch((StreamPath) arguments[0], () -> goOn.thenRun(changed), new Reply<Registration>() {
            @Override
            public void answered(Registration registration) {
                goOn.thenRun(() -> reply.answered(registration));
                watched.complete(null);
            }

            @Override
            public void refused(Rejection rejection) {
                reply.refused(rejection);
            }
        });
    }

    private static RawConnection follow(LeatServer server) throws IOException {
        return RawConnection.to(server.port())
                .send(RawRequest.get("/v1/stream/s?offset=now&live=sse").bytes());
    }

    private int followers() {
        return registry.get("leat.http.followers").gauges().stream()
                .mapToInt(gauge -> (int) gauge.value())
                .sum();
    }

    private static String text(RawConnection connection) throws IOException {
        return new String(connection.chunk(), StandardCharsets.UTF_8);
    }
}
