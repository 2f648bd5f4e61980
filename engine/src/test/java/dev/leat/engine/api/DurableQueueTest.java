package dev.leat.engine.api;

import static dev.leat.engine.support.OpenedQueues.open;
import static dev.leat.engine.support.OpenedQueues.popAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.Codec;
import dev.leat.api.ContentType;
import dev.leat.api.queue.DurableQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.TypedMessage;
import dev.leat.engine.EmbeddedEngine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A queue of values that belongs to one process. */
class DurableQueueTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void whatIsPushedIsPoppedInOrderAndGoneOnceItIsAcked(@TempDir Path dir) {
        try (Leat leat = Leat.open(dir);
                DurableQueue<String> events = open(leat)) {
            long first = events.push("a");
            long second = events.push("b");

            TypedMessage<String> popped = events.pop().orElseThrow();

            assertThat(popped).isEqualTo(new TypedMessage<>(first, "a", 1));
            assertThat(events.length()).isEqualTo(2);
            assertThat(events.readyLength()).isEqualTo(1);
            events.ack(popped.id());
            assertThat(events.length()).isEqualTo(1);
            events.ack(events.pop().orElseThrow().id());
            assertThat(events.isEmpty()).isTrue();
            assertThat(second).isGreaterThan(first);
        }
    }

    @Test
    void everythingThatWasNotAckedIsReadyAgainInItsPlaceAfterARestart(@TempDir Path dir) {
        try (Leat leat = Leat.open(dir)) {
            DurableQueue<String> events = open(leat); // and never closed, as in a process that is killed
            events.pushAll(List.of("a", "b", "c", "d"));
            long a = events.pop().orElseThrow().id();
            events.pop();
            events.pop();
            events.ack(a);
        }

        try (Leat leat = Leat.open(dir);
                DurableQueue<String> events = open(leat)) {
            assertThat(events.readyLength()).isEqualTo(3);
            assertThat(popAll(events)).containsExactly("b", "c", "d");
        }
    }

    @Test
    void aMessageThatEndsTheProcessEachTimeIsParkedAfterItsAttempts(@TempDir Path dir) {
        List<Integer> attempts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            try (Leat leat = Leat.open(dir)) {
                DurableQueue<String> events = leat.durableQueue("events", Codec.text())
                        .configured(config -> config.maxAttempts(3))
                        .openLazy();
                if (i == 0) {
                    events.push("poison");
                }
                events.pop().ifPresent(message -> attempts.add(message.attempt()));
            }
        }

        assertThat(attempts).containsExactly(1, 2, 3);
        try (Leat leat = Leat.open(dir);
                DurableQueue<String> events = open(leat)) {
            assertThat(events.isEmpty()).isTrue();
            assertThat(events.parked()).hasSize(1);
        }
    }

    @Test
    void closingGivesBackWhatWasPoppedWithTheAttemptUnspent() {
        try (Leat leat = Leat.inMemory()) {
            try (DurableQueue<String> events = open(leat)) {
                events.push("a");
                events.pop();
            }
            try (DurableQueue<String> events = open(leat)) {
                assertThat(events.pop().orElseThrow().attempt()).isEqualTo(1);
            }
        }
    }

    @Test
    void acksOfManyAreOneStepAndPassOverWhatIsNotThere(@TempDir Path dir) {
        try (Leat leat = Leat.open(dir);
                DurableQueue<String> events = open(leat)) {
            List<Long> ids = events.pushAll(List.of("a", "b", "c", "d"));
            events.pop();
            events.pop();

            events.ackAll(List.of(ids.get(0), ids.get(0), ids.get(2), 4711L));
            events.ackAll(List.of());
            events.ack(ids.get(0));

            assertThat(events).extracting(TypedMessage::value).containsExactly("b", "d");
        }
    }

    @Test
    void lookingAtMessagesChangesNothing() {
        try (Leat leat = Leat.inMemory();
                DurableQueue<String> events = open(leat)) {
            List<Long> ids = events.pushAll(List.of("a", "b", "c"));
            events.pop();

            assertThat(events).extracting(TypedMessage::value).containsExactly("a", "b", "c");
            assertThat(events).extracting(TypedMessage::id).isEqualTo(ids);
            assertThat(events.get(ids.get(0))).contains("a");
            assertThat(events.get(ids.get(2))).contains("c");
            assertThat(events.get(4711)).isEmpty();
            assertThat(popAll(events)).containsExactly("b", "c");
        }
    }

    @Test
    void aLazyOpeningDecodesNothingAndAnEagerOneEverything(@TempDir Path dir) {
        AtomicInteger decoded = new AtomicInteger();
        Codec<String> counting = Codec.of(ContentType.TEXT, text -> text.getBytes(StandardCharsets.UTF_8), payload -> {
            decoded.incrementAndGet();
            return new String(payload, StandardCharsets.UTF_8);
        });
        try (Leat leat = Leat.open(dir);
                DurableQueue<String> events =
                        leat.durableQueue("events", counting).openLazy()) {
            for (int i = 0; i < 3_000; i += 1_000) {
                events.pushAll(Collections.nCopies(1_000, "event"));
            }
        }
        try (Leat leat = Leat.open(dir);
                DurableQueue<String> events =
                        leat.durableQueue("events", counting).openLazy()) {
            assertThat(events.length()).isEqualTo(3_000);
            assertThat(decoded).hasValue(0);
            assertThat(events.pop()).isPresent();
            assertThat(decoded).hasValue(1);
        }
        try (Leat leat = Leat.open(dir);
                DurableQueue<String> events =
                        leat.durableQueue("events", counting).openEager()) {
            assertThat(decoded).hasValue(3_001);
            assertThat(popAll(events)).hasSize(3_000);
            assertThat(decoded).hasValue(3_001);
        }
    }

    @Test
    void messagesThatAreOnlyOnDiskAreLookedAtAckedAndHandedOutAlike(@TempDir Path dir) {
        List<Long> ids;
        try (Leat leat = Leat.open(dir);
                DurableQueue<String> events = open(leat)) {
            ids = events.pushAll(Collections.nCopies(1_000, "event"));
            ((EmbeddedEngine) leat.engine()).checkpoint();
        }
        try (Leat leat = Leat.open(dir);
                DurableQueue<String> events = open(leat)) {
            assertThat(events.get(ids.get(500))).contains("event");
            assertThat(events).extracting(TypedMessage::id).isEqualTo(ids);
            events.ackAll(ids.subList(10, 990));

            assertThat(events.length()).isEqualTo(20);
            assertThat(events.get(ids.get(500))).isEmpty();
            assertThat(popAll(events)).hasSize(20);
            events.ackAll(ids);
            assertThat(events.isEmpty()).isTrue();
            assertThat(events.queue().info().bytes()).isZero();
        }
    }

    @Test
    void aPollWaitsForAPush() {
        try (Leat leat = Leat.inMemory();
                DurableQueue<String> events = open(leat)) {
            CompletableFuture<Optional<TypedMessage<String>>> polled =
                    CompletableFuture.supplyAsync(() -> events.poll(LONG), Thread::startVirtualThread);
            events.push("a");

            assertThat(polled.join().orElseThrow().value()).isEqualTo("a");
            assertThat(events.poll(Duration.ofMillis(1))).isEmpty();
        }
    }

    @Test
    void aDurableQueueIsOpenOnceAtATimeAndIsAWorkQueue() {
        try (Leat leat = Leat.inMemory()) {
            leat.queues().create("fan", QueueConfig.fanout());
            try (DurableQueue<String> events = open(leat)) {
                assertThat(events.isEmpty()).isTrue();
                assertThatThrownBy(() -> open(leat)).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(() -> leat.durableQueue("fan", Codec.text()).openLazy())
                        .isInstanceOf(IllegalStateException.class);
            }
            try (DurableQueue<String> again = open(leat)) {
                assertThat(again.isEmpty()).isTrue();
            }
        }
    }

    @Test
    void bytesAndTextGoThereAndBackAndBrokenTextIsNotText() {
        try (Leat leat = Leat.inMemory();
                DurableQueue<byte[]> bytes =
                        leat.durableQueue("bytes", Codec.bytes()).openLazy();
                DurableQueue<String> text =
                        leat.durableQueue("text", Codec.text()).openLazy()) {
            bytes.push(new byte[] {0, -1});
            text.queue().enqueue(NewMessage.of(new byte[] {(byte) 0xff}));
            text.push("grüße");

            assertThat(bytes.pop().orElseThrow().value()).containsExactly(0, -1);
            assertThat(text.pop().orElseThrow().value()).isEqualTo("grüße");
            assertThatThrownBy(() -> text.push("half \ud800")).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
