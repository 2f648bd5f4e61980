package dev.leat.client.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.Producer;
import dev.leat.api.stream.StreamConfig;
import dev.leat.client.LeatClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server is killed again and again while a client appends and another follows. */
class KilledServerTest {
    private static final int KILLS = 3;

    @TempDir
    Path data;

    @Test
    void aProducerAndItsFollowersSurviveTheServer() throws Exception {
        try (ServerProcess server = ServerProcess.start(data);
                LeatClient client = LeatClient.connect(server.url())) {
            DurableStream orders = client.stream("orders");
            orders.create(StreamConfig.json());
            Observer observer = new Observer(client.stream("orders"));
            AtomicBoolean enough = new AtomicBoolean();
            AtomicInteger count = new AtomicInteger();
            Producer<byte[]> producer = orders.producer().batchBytes(400).start();

            CompletableFuture<Void> load = CompletableFuture.runAsync(() -> {
                while (!enough.get()) {
                    append(producer, count.getAndIncrement());
                }
            });
            for (int i = 0; i < KILLS; i++) {
                awaitProgress(client, count);
                server.kill();
                server.restart();
            }
            awaitProgress(client, count);
            enough.set(true);
            load.join();
            producer.finish();

            assertThat(observer.all())
                    .containsExactlyElementsOf(IntStream.range(0, count.get())
                            .mapToObj(Integer::toString)
                            .toList());
        }
    }

    private static void append(Producer<byte[]> producer, int number) {
        var appended = producer.append(Integer.toString(number).getBytes(StandardCharsets.UTF_8))
                .toCompletableFuture();
        if (number % 50 == 0) { // so that there are more batches, and so that the load does not run away
            appended.join();
        }
    }

    /** Waits until some more messages are in the stream than there are now. */
    private static void awaitProgress(LeatClient client, AtomicInteger count) throws InterruptedException {
        int goal = count.get() + 300;
        Offset before = client.stream("orders").head().tail();
        while (count.get() < goal || client.stream("orders").head().tail().equals(before)) {
            Thread.sleep(5);
        }
    }

    @Test
    void aPlainAppendIsThereAtMostOnceAndAlwaysIfItWasAnswered() throws Exception {
        try (ServerProcess server = ServerProcess.start(data);
                LeatClient client = LeatClient.builder(server.url())
                        .retryFor(Duration.ofMinutes(5))
                        .build()) {
            client.stream("orders").create(StreamConfig.json());
            List<String> answered = new ArrayList<>();
            List<String> unknown = new ArrayList<>();
            CompletableFuture<Void> killing = CompletableFuture.runAsync(() -> killSometimes(server));

            for (int i = 0; !killing.isDone() || i < 100; i++) {
                try {
                    client.stream("orders").append(Integer.toString(i));
                    answered.add(Integer.toString(i));
                } catch (RejectedException e) {
                    assertThat(e.rejection()).isInstanceOf(Rejection.OutcomeUnknown.class);
                    unknown.add(Integer.toString(i));
                }
            }
            killing.join();

            List<String> there = new ArrayList<>();
            Offset at = Offset.START;
            while (!at.equals(client.stream("orders").head().tail())) {
                var page = client.stream("orders").read(at);
                page.forEach(message -> there.add(message.text()));
                at = page.next();
            }
            assertThat(there).doesNotHaveDuplicates().containsSubsequence(answered);
            there.removeAll(answered);
            assertThat(unknown).containsAll(there).hasSizeLessThanOrEqualTo(KILLS);
        }
    }

    private static void killSometimes(ServerProcess server) {
        try {
            for (int i = 0; i < KILLS; i++) {
                Thread.sleep(200);
                server.kill();
                server.restart();
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
