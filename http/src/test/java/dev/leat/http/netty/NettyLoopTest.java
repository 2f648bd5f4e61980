package dev.leat.http.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The way to an event loop. */
final class NettyLoopTest {

    @Test
    void aTaskThatFailsInAnyWayStopsNobodyElse() throws Exception {
        DefaultEventLoop thread = new DefaultEventLoop();
        try {
            NettyLoop loop = thread.submit(() -> {
                        NettyLoop.enter(thread);
                        return NettyLoop.current();
                    })
                    .get(10, TimeUnit.SECONDS);
            CountDownLatch done = new CountDownLatch(2);
            loop.post(() -> {
                throw new AssertionError("of a test");
            });
            loop.post(done::countDown);
            loop.post(() -> {
                throw new IllegalStateException("of a test");
            });
            loop.post(done::countDown);

            assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            thread.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
        }
    }
}
