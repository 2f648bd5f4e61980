package dev.leat.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamConfig;
import dev.leat.http.ServerSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The JDK's HTTP client works on the common pool, and so may the application: neither may need a thread that the other has. */
@Timeout(60)
class CommonPoolTest {
    private static final int CALLS = 4 * ForkJoinPool.getCommonPoolParallelism() + 4;

    /** Does something on more threads of the common pool than it has. */
    private static List<Future<?>> onThePool(Runnable call) {
        return IntStream.range(0, CALLS)
                .<Future<?>>mapToObj(i -> ForkJoinPool.commonPool().submit(call))
                .toList();
    }

    private static void allEnd(List<Future<?>> calls) throws Exception {
        for (Future<?> call : calls) {
            call.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void callsFromAllThreadsOfThePoolAreAnswered() throws Exception {
        try (ServerInProcess server = ServerInProcess.start();
                LeatClient client = LeatClient.connect(server.url())) {
            DurableStream orders = client.stream("orders");
            orders.create(StreamConfig.json());

            allEnd(onThePool(() -> orders.append("1")));

            assertThat(orders.read().list()).hasSize(CALLS);
        }
    }

    @Test
    void callsFromAllThreadsOfThePoolHearThatThereIsNoServer() throws Exception {
        ServerInProcess gone = ServerInProcess.start();
        gone.close();
        try (LeatClient client =
                LeatClient.builder(gone.url()).retryFor(Duration.ofMillis(300)).build()) {
            allEnd(onThePool(() -> assertThatThrownBy(
                            () -> client.stream("orders").append("1"))
                    .isInstanceOfSatisfying(
                            RejectedException.class,
                            e -> assertThat(e.rejection()).isInstanceOf(Rejection.Unavailable.class))));
        }
    }

    @Test
    void aPoolThatIsHeldUpByTheApplicationHoldsUpNoAnswer() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        List<Future<?>> held = onThePool(() -> hold(over));
        try (ServerInProcess server = ServerInProcess.start(ServerSettings.defaults());
                LeatClient client = LeatClient.connect(server.url())) {
            DurableStream orders = client.stream("orders");
            CompletableFuture<Void> done = new CompletableFuture<>();
            Thread.ofPlatform().daemon().start(() -> {
                orders.create(StreamConfig.json());
                orders.append("1");
                orders.read(Offset.START);
                done.complete(null);
            });

            done.get(30, TimeUnit.SECONDS);
        } finally {
            over.countDown();
            allEnd(held);
        }
    }

    private static void hold(CountDownLatch over) {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
