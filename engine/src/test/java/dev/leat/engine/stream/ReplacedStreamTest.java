package dev.leat.engine.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Query;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Messages;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A stream is deleted and made anew while somebody begins to wait for its next message. */
class ReplacedStreamTest {

    @Test
    void whoeverFindsTheNewOneHearsOfIt() throws Exception {
        try (Leat leat = Leat.inMemory()) {
            DurableStream stream = leat.stream("s");
            stream.create(StreamConfig.text());
            Engine replacing = beforeTheFirstRead(leat.engine(), () -> {
                stream.delete();
                stream.create(StreamConfig.text());
            });
            CompletableFuture<Messages> next =
                    new DurableStream(replacing, StreamPath.of("s")).async().follow(Offset.NOW);

            stream.append("hello");

            assertThat(next.get(1, TimeUnit.MINUTES).list().get(0).text()).isEqualTo("hello");
        }
    }

    /** Something happens when a stream is watched and not read yet. */
    private static Engine beforeTheFirstRead(Engine real, Runnable something) {
        AtomicBoolean happened = new AtomicBoolean();
        return (Engine) Proxy.newProxyInstance(
                Engine.class.getClassLoader(), new Class<?>[] {Engine.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("follow")) {
                        return InvocationHandler.invokeDefault(proxy, method, arguments);
                    }
                    if (method.getName().equals("ask")
                            && arguments[0] instanceof Query.Read
                            && !happened.getAndSet(true)) {
                        something.run();
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
