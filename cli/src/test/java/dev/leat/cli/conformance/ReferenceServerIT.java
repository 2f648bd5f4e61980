package dev.leat.cli.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Follower;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.Producer;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import dev.leat.client.LeatClient;
import dev.leat.testkit.Output;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client in Java against the reference server of Durable Streams. */
@Timeout(60)
class ReferenceServerIT {
    private static final Duration LONG = Duration.ofSeconds(30);

    private static Process server;
    private static LeatClient client;

    @BeforeAll
    static void start() throws IOException {
        server = Output.bounded(
                Node.ready().script("reference.js").redirectErrorStream(true).start());
        BufferedReader said = server.inputReader(UTF_8);
        String url = said.readLine();
        assertThat(url).startsWith("http://");
        client = LeatClient.builder(url).streamsAt("/").build();
    }

    @AfterAll
    static void stop() {
        if (client != null) {
            client.close();
        }
        if (server != null) {
            server.destroyForcibly();
        }
    }

    private static DurableStream made(String path, StreamConfig config) {
        DurableStream stream = client.stream(path);
        assertThat(stream.create(config).isNew()).isTrue();
        return stream;
    }

    private static List<String> texts(DurableStream stream) {
        List<String> texts = new ArrayList<>();
        stream.read().forEach(message -> texts.add(message.text()));
        return texts;
    }

    private static byte[] bytes(Object text) {
        return text.toString().getBytes(UTF_8);
    }

    @Test
    void aStreamIsWrittenFollowedClosedAndDeleted() throws Exception {
        DurableStream orders = made("orders", StreamConfig.json());
        orders.append("{\"id\":1}");
        List<String> seen = new ArrayList<>();

        CompletableFuture<Void> following = CompletableFuture.runAsync(() -> {
            try (Follower live = orders.follow(Offset.START)) {
                live.forEach(message -> seen.add(message.text()));
            }
        });
        for (int i = 2; i <= 20; i++) {
            orders.append("{\"id\":" + i + "}");
        }
        AppendResult end = orders.close(Body.of("\"end\""), null);
        following.join();

        assertThat(seen).hasSize(21).startsWith("{\"id\":1}", "{\"id\":2}").endsWith("{\"id\":20}", "\"end\"");
        assertThat(refusal(() -> orders.append("1"))).isEqualTo(new Rejection.StreamClosed(orders.path(), end.tail()));
        orders.delete();
        assertThat(refusal(orders::head)).isEqualTo(new Rejection.StreamNotFound(orders.path()));
    }

    @Test
    void aProducerThatRepeatsItselfSucceedsAtOnceAndDoublesNothing() {
        DurableStream orders = made("repeated", StreamConfig.json());

        for (int life = 0; life < 2; life++) {
            try (Producer<byte[]> producer =
                    orders.producer().id("p").epoch(0).batchBytes(1).start()) {
                IntStream.range(0, 20).forEach(i -> producer.append(bytes(i)));
            }
        }
        AppendResult again = orders.append(Body.of("0"), new ProducerStamp("p", 0, 0));

        assertThat(again.duplicate()).isTrue();
        assertThat(again.tail()).isEqualTo(orders.head().tail());
        assertThat(texts(orders))
                .isEqualTo(IntStream.range(0, 20).mapToObj(Integer::toString).toList());
    }

    @Test
    void aNameThatComesBackGoesOnInANewEpochAndEndsTheStream() {
        DurableStream orders = made("claimed", StreamConfig.json());
        Producer<byte[]> first = orders.producer().id("importer").start();
        first.append(bytes(1)).toCompletableFuture().join();

        Producer<byte[]> second = orders.producer().id("importer").start();
        second.append(bytes(2)).toCompletableFuture().join();
        assertThatThrownBy(() -> first.append(bytes("9")).toCompletableFuture().join())
                .hasRootCauseInstanceOf(RejectedException.class)
                .hasMessageContaining("fenced");
        AppendResult end = second.finish(bytes(3));

        assertThat(end.closed()).isTrue();
        assertThat(texts(orders)).containsExactly("1", "2", "3");
    }

    @Test
    void aSequenceThatGoesBackIsToldAsOne() {
        DurableStream orders = made("sequence", StreamConfig.text());
        client.engine().call(new Command.Append(orders.path(), null, Body.of("1"), null, "b", false));

        assertThat(refusal(() ->
                        client.engine().call(new Command.Append(orders.path(), null, Body.of("2"), null, "a", false))))
                .isEqualTo(new Rejection.SeqRegression(null, "a"));
    }

    @Test
    void everyByteOfTextAndBytesIsFollowed() throws InterruptedException {
        for (StreamConfig config : List.of(StreamConfig.text(), StreamConfig.bytes())) {
            DurableStream lines = made("lines/" + config.contentType().value(), config);
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            ByteArrayOutputStream seen = new ByteArrayOutputStream();
            try (Follower live = lines.follow(Offset.START)) {
                for (int i = 0; i < 10; i++) {
                    byte[] line = bytes("  line " + i + "\r\n\rü");
                    sent.writeBytes(line);
                    lines.append(line);
                    for (Message message : live.next(LONG).orElseThrow()) {
                        seen.writeBytes(message.payload());
                    }
                }
            }

            assertThat(seen.toByteArray()).isEqualTo(sent.toByteArray());
        }
    }

    /** The reference server adds to such messages, so that they are longer than its offsets say. */
    @Test
    void messagesOfTheStateProtocolAreReadAndFollowed() throws InterruptedException {
        DurableStream users = made("users", StreamConfig.json());
        String change = "{\"type\":\"user\",\"key\":\"%d\",\"value\":{},\"headers\":{\"operation\":\"insert\"}}";
        users.append("[" + change.formatted(1) + "," + change.formatted(2) + "]");

        assertThat(texts(users)).hasSize(2).allMatch(text -> text.contains("\"operation\":\"insert\""));
        try (Follower live = users.follow(Offset.START)) {
            assertThat(live.next(LONG).orElseThrow().list()).hasSize(2);
            for (int i = 3; i < 6; i++) {
                users.append(change.formatted(i));
                assertThat(live.next(LONG).orElseThrow().list()).hasSize(1);
            }
            assertThat(live.offset()).isEqualTo(users.head().tail());
        }
    }

    private static Rejection refusal(Runnable call) {
        try {
            call.run();
        } catch (RejectedException e) {
            return e.rejection();
        }
        throw new AssertionError("it was not refused");
    }
}
