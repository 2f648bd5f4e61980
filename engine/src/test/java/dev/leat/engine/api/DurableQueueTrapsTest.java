package dev.leat.engine.api;

import static dev.leat.engine.support.OpenedQueues.numbers;
import static dev.leat.engine.support.OpenedQueues.open;
import static dev.leat.engine.support.OpenedQueues.popAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.Codec;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DurableQueue;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.TypedMessage;
import dev.leat.api.queue.UndecodableException;
import dev.leat.engine.EmbeddedEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Where queues in one process usually go wrong. */
class DurableQueueTrapsTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void trapA_idsAreNotUsedAgainAfterEverythingWasAckedAndTheProcessStartedAnew(@TempDir Path dir) {
        long last;
        try (Leat leat = Leat.open(dir);
                DurableQueue<String> events = open(leat)) {
            events.push("a");
            last = events.push("b");
            popAll(events);
            events.ackAll(List.of(last - 1, last));
            ((EmbeddedEngine) leat.engine()).checkpoint();
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
    @Execution(ExecutionMode.CONCURRENT)
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
    @Execution(ExecutionMode.CONCURRENT)
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
                assertThatThrownBy(() -> numbers.iterator().next()).isInstanceOf(UndecodableException.class);
                assertThat(popAll(numbers)).containsExactly(7);
                assertThat(numbers).extracting(TypedMessage::value).containsExactly(7);
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
                    events.nack(message.id(), "it kills me");
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
}
