package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.Backoff;
import dev.leat.api.Codec;
import dev.leat.api.ContentType;
import dev.leat.api.Delivery;
import dev.leat.api.DurableQueue;
import dev.leat.api.MessageInfo;
import dev.leat.api.NewMessage;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueName;
import dev.leat.api.SettleResult;
import dev.leat.api.TypedMessage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableQueueTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private static QueueConfig.Builder withoutBackoff(QueueConfig.Builder config) {
        return config.retryBackoff(Backoff.NONE);
    }

    private static DurableQueue<String> open(Leat leat) {
        return leat.durableQueue("events", Codec.text())
                .configured(DurableQueueTest::withoutBackoff)
                .openLazy();
    }

    private static DurableQueue<Integer> numbers(Leat leat) {
        return leat.durableQueue("numbers", Codec.json(String::valueOf, Integer::valueOf))
                .configured(DurableQueueTest::withoutBackoff)
                .openLazy();
    }

    private static <T> List<T> popAll(DurableQueue<T> queue) {
        List<T> all = new ArrayList<>();
        Optional<TypedMessage<T>> next = queue.pop();
        while (next.isPresent()) {
            all.add(next.get().value());
            next = queue.pop();
        }
        return all;
    }

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
    void trapA_idsAreNotUsedAgainAfterEverythingWasAckedAndTheProcessStartedAnew(@TempDir Path dir) {
        long last;
        try (Leat leat = Leat.open(dir);
                DurableQueue<String> events = open(leat)) {
            events.push("a");
            last = events.push("b");
            popAll(events);
            events.ackAll(List.of(last - 1, last));
            ((Embedded) leat.engine()).checkpoint();
        }

        try (Leat leat = Leat.open(dir);
                DurableQueue<String> events = open(leat)) {
            long next = events.push("c");
            events.ack(last); // a late one, by somebody who does not know that it is done

            assertThat(next).isGreaterThan(last);
            assertThat(events.pop().orElseThrow().value()).isEqualTo("c");
        }
    }

    @Test
    void trapB_aMessageThatWasAckedBeforeItWasPoppedIsNotHandedOut() {
        try (Leat leat = Leat.inMemory();
                DurableQueue<String> events = open(leat)) {
            long first = events.push("a");
            events.push("b");

            events.ack(first);

            assertThat(popAll(events)).containsExactly("b");
            assertThat(events.get(first)).isEmpty();
        }
    }

    @Test
    void trapC_aSecondNackAndOneOfAMessageThatIsNotPoppedAreRefusedAndDuplicateNothing() {
        try (Leat leat = Leat.inMemory();
                DurableQueue<String> events = open(leat)) {
            long first = events.push("a");
            long second = events.push("b");
            events.pop();
            events.nack(first);

            assertThatThrownBy(() -> events.nack(first)).isInstanceOf(NoSuchElementException.class);
            assertThatThrownBy(() -> events.nack(second)).isInstanceOf(NoSuchElementException.class);
            assertThatThrownBy(() -> events.nack(4711)).isInstanceOf(NoSuchElementException.class);
            assertThat(popAll(events)).containsExactly("a", "b");
        }
    }

    @Test
    void trapD_aMessageComesAgainWhenTheThreadThatPoppedItDied() throws InterruptedException {
        try (Leat leat = Leat.inMemory();
                DurableQueue<String> events = leat.durableQueue("events", Codec.text())
                        .configured(config -> config.lease(Duration.ofMillis(100)))
                        .openLazy()) {
            long id = events.push("a");
            Thread consumer = Thread.ofVirtual().start(events::pop);
            consumer.join();

            TypedMessage<String> again = events.poll(LONG).orElseThrow();

            assertThat(again).isEqualTo(new TypedMessage<>(id, "a", 2));
        }
    }

    @Test
    void trapD_aMessageStaysWithItsThreadForMuchLongerThanALease() {
        try (Leat leat = Leat.inMemory();
                DurableQueue<String> events = leat.durableQueue("events", Codec.text())
                        .configured(config -> config.lease(Duration.ofSeconds(2)))
                        .openLazy()) {
            long id = events.push("a");
            events.pop();

            assertThat(events.poll(Duration.ofSeconds(4))).isEmpty();
            assertThat(events.nack(id)).isInstanceOf(SettleResult.Requeued.class);
        }
    }

    @Test
    void trapD_aMessageStaysWithTheThreadThatTookItOver() throws InterruptedException {
        try (Leat leat = Leat.inMemory();
                DurableQueue<String> events = leat.durableQueue("events", Codec.text())
                        .configured(config -> config.lease(Duration.ofSeconds(2)))
                        .openLazy()) {
            long id = events.push("a");
            Thread.ofVirtual().start(events::pop).join();
            events.takeOver(id);

            assertThat(events.poll(Duration.ofSeconds(4))).isEmpty();
        }
    }

    @Test
    void trapE_aPayloadThatCannotBeDecodedMakesWayAndIsListedWithItsError() {
        try (Leat leat = Leat.inMemory()) {
            long bad;
            try (DurableQueue<Integer> numbers = numbers(leat)) {
                numbers.push(1);
                bad = numbers.queue().enqueue("one and a half").seq();
                numbers.push(2);

                assertThat(popAll(numbers)).containsExactly(1, 2);
                assertThat(numbers.length()).isEqualTo(2);
                MessageInfo parked = numbers.parked().findFirst().orElseThrow();
                assertThat(parked.seq()).isEqualTo(bad);
                assertThat(parked.groups().get(0).history().get(0).reason()).isEqualTo("undecodable");
                assertThat(parked.groups().get(0).history().get(0).error()).contains("NumberFormatException");
                assertThat(numbers.undecodable()).containsOnlyKeys(bad);
            }
            try (DurableQueue<Integer> numbers = numbers(leat)) {
                assertThat(popAll(numbers)).containsExactly(1, 2);
                numbers.ack(bad);
                assertThat(numbers.parked()).isEmpty();
            }
        }
    }

    @Test
    void trapE_anEagerOpeningSaysWhatCannotBeDecodedAndGoesOn() {
        try (Leat leat = Leat.inMemory()) {
            leat.queues().create("numbers").enqueue("not a number");
            leat.queue("numbers").enqueue("7");

            try (DurableQueue<Integer> numbers = leat.durableQueue(
                            "numbers", Codec.json(String::valueOf, Integer::valueOf))
                    .openEager()) {
                assertThat(numbers.undecodable()).hasSize(1);
                assertThat(numbers).extracting(TypedMessage::value).containsExactly(7);
                assertThat(popAll(numbers)).containsExactly(7);
            }
        }
    }

    @Test
    void trapE_aPayloadThatCannotBeDecodedGoesToTheDeadLettersIfThereAreSome() {
        try (Leat leat = Leat.inMemory()) {
            leat.queues().create("dead");
            try (DurableQueue<Integer> numbers = leat.durableQueue(
                            "numbers", Codec.json(String::valueOf, Integer::valueOf))
                    .configured(config -> config.deadLetter(QueueName.of("dead")))
                    .openLazy()) {
                numbers.queue().enqueue("not a number");

                assertThat(numbers.pop()).isEmpty();
                List<Delivery> dead = leat.queue("dead").receive(1, LONG).deliveries();
                assertThat(dead).extracting(Delivery::text).containsExactly("not a number");
                assertThat(numbers.parked()).isEmpty();
            }
        }
    }

    @Test
    void trapF_pushesShareTheWayToTheDisk(@TempDir Path dir) {
        try (Leat leat = Leat.open(dir);
                DurableQueue<String> events = open(leat)) {
            long before = leat.figures().commits().calls().count();
            List<CompletableFuture<Long>> pushes = new ArrayList<>();
            for (int i = 0; i < 5_000; i++) {
                pushes.add(events.pushAsync("event " + i).toCompletableFuture());
            }
            List<Long> ids = pushes.stream().map(CompletableFuture::join).toList();

            assertThat(ids).isSorted().doesNotHaveDuplicates();
            assertThat(leat.figures().commits().calls().count() - before).isLessThan(2_500);
        }
    }

    @Test
    void trapG_aNackedMessageGoesToItsPlaceAndIsParkedWhenItsAttemptsAreSpent() {
        try (Leat leat = Leat.inMemory();
                DurableQueue<String> events = leat.durableQueue("events", Codec.text())
                        .configured(config -> config.retryBackoff(Backoff.NONE).maxAttempts(3))
                        .openLazy()) {
            events.push("poison");
            events.push("good");
            List<String> popped = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                TypedMessage<String> message = events.pop().orElseThrow();
                popped.add(message.value() + " " + message.attempt());
                if (message.value().equals("poison")) {
                    events.nack(message.id(), null, "it kills me");
                }
            }

            assertThat(popped).containsExactly("poison 1", "poison 2", "poison 3", "good 1");
            assertThat(events.length()).isEqualTo(1);
            assertThat(events.parked().findFirst().orElseThrow().groups().get(0).history())
                    .hasSize(3)
                    .allMatch(attempt -> "it kills me".equals(attempt.error()));
        }
    }

    @Test
    void trapG_aNackedMessageWaitsForTheBackoffWhileOthersGoOn() {
        try (Leat leat = Leat.inMemory();
                DurableQueue<String> events = leat.durableQueue("events", Codec.text())
                        .configured(config -> config.retryBackoff(new Backoff(LONG, 1, LONG)))
                        .openLazy()) {
            long first = events.push("a");
            events.push("b");
            events.pop();
            events.nack(first);

            assertThat(popAll(events)).containsExactly("b");
            assertThat(events.length()).isEqualTo(2);
            assertThat(events.readyLength()).isZero();
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
            ((Embedded) leat.engine()).checkpoint();
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
