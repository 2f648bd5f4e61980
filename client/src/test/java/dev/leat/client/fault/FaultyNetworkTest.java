package dev.leat.client.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.ContentType;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.Producer;
import dev.leat.api.stream.StreamConfig;
import dev.leat.client.LeatClient;
import dev.leat.client.ServerInProcess;
import dev.leat.testkit.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Connections are slow, cut at any byte, or answered by somebody who has too much to do. */
@Execution(ExecutionMode.CONCURRENT)
class FaultyNetworkTest {
    private static final int MESSAGES = 400;

    private final ServerInProcess server = ServerInProcess.start();

    @AfterEach
    void close() {
        server.close();
    }

    /** No connection lives long; one in a while comes through. */
    private static Fault fault(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> new Fault.RequestCut(1 + random.nextInt(2000));
            case 1 -> new Fault.AnswerCut(1 + random.nextInt(2000));
            case 2 -> new Fault.Slow(1 + random.nextInt(5));
            case 3 -> new Fault.Answered(random.nextBoolean() ? 429 : 503, 0);
            case 4 -> new Fault.AnswerCut(1);
            default -> new Fault.AnswerCut(1000 + random.nextInt(20_000));
        };
    }

    private FaultyProxy spoiling(long seed) {
        Random random = new Random(seed);
        return new FaultyProxy(server.port(), () -> fault(random));
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }

    @Seeds(6)
    void aProducerLosesAndDoublesNothing(long seed) throws IOException {
        try (FaultyProxy proxy = spoiling(seed);
                LeatClient client = LeatClient.connect(proxy.url())) {
            server.leat().stream("orders").create(StreamConfig.json());
            DurableStream orders = client.stream("orders");
            Observer observer = new Observer(client.stream("orders"));

            Producer<byte[]> producer =
                    orders.producer().id("importer").batchBytes(60).start();
            for (int i = 0; i < MESSAGES; i++) {
                append(producer, i, i % 20 == 0);
            }
            producer.finish();

            assertThat(observer.all()).containsExactlyElementsOf(numbers(MESSAGES));
            assertThat(proxy.spoiled()).isPositive();
        }
    }

    private static void append(Producer<byte[]> producer, int number, boolean wait) {
        CompletableFuture<AppendResult> appended = producer.append(
                        Integer.toString(number).getBytes(StandardCharsets.UTF_8))
                .toCompletableFuture();
        if (wait) {
            appended.join();
        }
    }

    @Seeds(4)
    void aPlainAppendIsNeverDoubled(long seed) throws IOException {
        Random random = new Random(seed);
        try (FaultyProxy proxy = new FaultyProxy(server.port(), () -> new Fault.AnswerCut(1 + random.nextInt(2000)));
                LeatClient client = LeatClient.connect(proxy.url())) {
            server.leat().stream("orders").create(StreamConfig.json());
            List<String> answered = new ArrayList<>();
            List<String> unknown = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                try {
                    client.stream("orders").append(Integer.toString(i));
                    answered.add(Integer.toString(i));
                } catch (RejectedException e) {
                    assertThat(e.rejection())
                            .isInstanceOfAny(Rejection.OutcomeUnknown.class, Rejection.Unavailable.class);
                    if (e.rejection() instanceof Rejection.OutcomeUnknown) {
                        unknown.add(Integer.toString(i));
                    }
                }
            }

            List<String> there = new ArrayList<>();
            server.leat().stream("orders").read().forEach(message -> there.add(message.text()));
            assertThat(there).doesNotHaveDuplicates().containsSubsequence(answered);
            there.removeAll(answered);
            assertThat(unknown).containsAll(there);
            assertThat(unknown).isNotEmpty();
        }
    }

    @Test
    void whoeverSaysWhenToComeAgainIsObeyed() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        try (FaultyProxy proxy = new FaultyProxy(
                        server.port(),
                        () -> asked.getAndIncrement() < 2
                                ? new Fault.Answered(asked.get() == 1 ? 429 : 503, 1)
                                : new Fault.None());
                LeatClient client = LeatClient.connect(proxy.url())) {
            server.leat().stream("orders").create(StreamConfig.json());

            long begun = System.nanoTime();
            client.stream("orders").head();

            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
            assertThat(asked).hasValue(3);
        }
    }

    @Test
    void aServerThatIsNotThereIsToldByItsAddress() {
        try (LeatClient client =
                LeatClient.builder("http://127.0.0.1:1").retryFor(Duration.ZERO).build()) {
            assertThatThrownBy(() -> client.stream("orders").append("1"))
                    .isInstanceOfSatisfying(
                            RejectedException.class,
                            e -> assertThat(e.rejection())
                                    .isEqualTo(new Rejection.Unavailable(
                                            "no server at http://127.0.0.1:1", Duration.ofSeconds(1))));
        }
    }

    @Test
    void anAnswerThatTakesTooLongLeavesAPlainAppendUnknown() throws IOException {
        try (FaultyProxy proxy = new FaultyProxy(server.port(), () -> new Fault.Slow(2000));
                LeatClient client = LeatClient.builder(proxy.url())
                        .timeout(Duration.ofMillis(300))
                        .retryFor(Duration.ZERO)
                        .build()) {
            server.leat().stream("orders").create(StreamConfig.json());

            assertThatThrownBy(() -> client.engine()
                            .call(new Command.Append(
                                    client.stream("orders").path(), ContentType.JSON, Body.of("1"), null, null, false)))
                    .isInstanceOfSatisfying(
                            RejectedException.class,
                            e -> assertThat(e.rejection())
                                    .isEqualTo(new Rejection.OutcomeUnknown(proxy.url() + " took too long to answer")));
        }
    }

    @Test
    void aClosedClientRefusesAndLetsNobodyWait() {
        server.leat().stream("orders").create(StreamConfig.json());
        LeatClient client = LeatClient.connect(server.url());
        CompletableFuture<?> waiting = client.stream("orders").async().follow(Offset.START);

        client.close();

        assertThatThrownBy(waiting::join).hasCauseInstanceOf(RejectedException.class);
        assertThatThrownBy(() -> client.stream("orders").head()).isInstanceOf(RejectedException.class);
    }
}
