package dev.leat.client.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.Codec;
import dev.leat.api.NotFoundException;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Follower;
import dev.leat.api.stream.Messages;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamValue;
import dev.leat.api.stream.TypedFollower;
import dev.leat.api.stream.TypedStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What those see who follow a stream, besides what it does otherwise, wherever it is. */
abstract class LiveStreamContract extends StreamContract {

    @Test
    void aFollowerReadsWhatIsThereAndWaitsForWhatComes() throws InterruptedException {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());
        orders.append("[1, 2]");

        try (Follower live = orders.follow(Offset.START)) {
            assertThat(texts(live.next(LONG).orElseThrow())).containsExactly("1", "2");
            for (int i = 3; i < 20; i++) {
                orders.append(Integer.toString(i));
                assertThat(texts(live.next(LONG).orElseThrow())).containsExactly(Integer.toString(i));
            }
            assertThat(live.next(Duration.ofMillis(20))).isEmpty();
            orders.append("20");
            assertThat(texts(live.next(LONG).orElseThrow())).containsExactly("20");
        }
    }

    @Test
    void aFollowerFromNowSeesOnlyWhatComes() throws InterruptedException {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());
        orders.append("[1, 2]");

        try (Follower live = orders.follow(Offset.NOW)) {
            orders.append("3");

            assertThat(texts(live.next(LONG).orElseThrow())).containsExactly("3");
        }
    }

    @Test
    void followingEndsWithTheStream() throws Exception {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());
        orders.append("1");
        List<String> seen = new ArrayList<>();

        CompletableFuture<Void> following = CompletableFuture.runAsync(() -> {
            try (Follower live = orders.follow(Offset.START)) {
                live.forEach(message -> seen.add(message.text()));
            }
        });
        orders.append("2");
        orders.append("3");
        orders.close(Body.of("4"));

        following.get(LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(seen).containsExactly("1", "2", "3", "4");
        try (Follower late = orders.follow(orders.head().tail())) {
            Messages end = late.next(LONG).orElseThrow();
            assertThat(end.list()).isEmpty();
            assertThat(end.closed()).isTrue();
        }
    }

    @Test
    void aFollowerOfTextAndBytesGetsEveryByte() throws InterruptedException {
        for (StreamConfig config : List.of(StreamConfig.text(), StreamConfig.bytes())) {
            DurableStream lines = stream("lines-" + config.contentType().value().replace('/', '-'));
            lines.create(config);
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            ByteArrayOutputStream seen = new ByteArrayOutputStream();

            try (Follower live = lines.follow(Offset.START)) {
                for (int i = 0; i < 10; i++) {
                    byte[] line = bytes(" line " + i + "\r\n\rü" + (i % 2 == 0 ? "\n" : "\r"));
                    sent.writeBytes(line);
                    lines.append(line);
                    seen.writeBytes(joined(live.next(LONG).orElseThrow()));
                }
            }

            assertThat(seen.toByteArray()).isEqualTo(sent.toByteArray());
        }
    }

    @Test
    void aFollowerOfAStreamThatIsNotJsonGetsWhatIsThereAsOneMessage() throws InterruptedException {
        DurableStream notes = stream("notes");
        notes.create(StreamConfig.text());
        notes.append("one");
        Offset tail = notes.append("two").tail();

        try (Follower live = notes.follow(Offset.START)) {
            Messages found = live.next(LONG).orElseThrow();

            assertThat(texts(found)).containsExactly("onetwo");
            assertThat(live.offset()).isEqualTo(tail);
        }
    }

    @Test
    void followingAStreamThatIsDeletedEndsInARefusal() throws InterruptedException {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());
        orders.append("1");
        try (Follower live = orders.follow(Offset.START)) {
            live.next(LONG);
            assertThat(live.next(Duration.ofMillis(20))).isEmpty();

            orders.delete();

            assertThatThrownBy(() -> live.next(LONG)).isInstanceOfSatisfying(NotFoundException.class, e -> {
                assertThat(e.rejection()).isEqualTo(new Rejection.StreamNotFound(orders.path()));
                assertThat(e.getStackTrace())
                        .anySatisfy(
                                line -> assertThat(line.getClassName()).isEqualTo(LiveStreamContract.class.getName()));
            });
        }
        assertThatThrownBy(() -> {
                    try (Follower never = orders.follow(Offset.START)) {
                        never.next(LONG);
                    }
                })
                .isInstanceOf(RejectedException.class);
    }

    @Test
    void codeThatMustNotWaitGetsTheSame() {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());

        CompletableFuture<Messages> next = orders.async().follow(Offset.NOW);
        CompletableFuture<Messages> all = orders.async()
                .append(Body.of("1"))
                .thenCompose(appended -> orders.async().follow(Offset.START))
                .toCompletableFuture();

        assertThat(texts(all.orTimeout(30, TimeUnit.SECONDS).join())).containsExactly("1");
        if (!next.isDone()) { // it may have looked after the first append
            orders.append("2");
        }
        assertThat(next.orTimeout(30, TimeUnit.SECONDS).join().list()).isNotEmpty();
        assertThatThrownBy(() -> stream("missing")
                        .async()
                        .read(Offset.START)
                        .toCompletableFuture()
                        .join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(RejectedException.class);
    }

    @Test
    void valuesOfATypedStreamAreOneMessageEach() throws InterruptedException {
        Codec<List<String>> lists = Codec.json(
                list -> "["
                        + String.join(
                                ",", list.stream().map(word -> '"' + word + '"').toList()) + "]",
                text -> text.equals("[]")
                        ? List.of()
                        : List.of(text.substring(2, text.length() - 2).split("\",\"")));
        TypedStream<List<String>> words = stream("words").typed(lists);
        words.create();

        words.append(List.of("a", "b"));
        words.append(List.of(List.of("c"), List.of(), List.of("d", "e")));

        assertThat(words.read().list().stream().map(StreamValue::value))
                .containsExactly(List.of("a", "b"), List.of("c"), List.of(), List.of("d", "e"));
        try (TypedFollower<List<String>> live = words.follow(words.read().next())) {
            words.append(List.of("f"));
            assertThat(live.next(LONG).orElseThrow().list().get(0).value()).containsExactly("f");
        }
    }
}
