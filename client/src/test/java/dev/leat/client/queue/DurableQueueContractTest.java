package dev.leat.client.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.Codec;
import dev.leat.api.UnavailableException;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.DurableQueue;
import dev.leat.api.queue.DurableQueues;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.PartialPushException;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.TypedMessage;
import dev.leat.api.queue.UndecodableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A queue of values is the same wherever it is kept. */
@ParameterizedClass
@EnumSource(Side.class)
class DurableQueueContractTest extends Contract {
    private static final Codec<Integer> NUMBERS = Codec.json(String::valueOf, Integer::valueOf);

    DurableQueueContractTest(Side side) {
        super(side);
    }

    private DurableQueue<Integer> open() {
        return new DurableQueues(engine())
                .queue("numbers", NUMBERS)
                .configured(config -> config.retryBackoff(Backoff.NONE))
                .openLazy();
    }

    @Test
    void valuesComeInTheOrderOfTheirIdsUntilTheyAreAcked() {
        try (DurableQueue<Integer> numbers = open()) {
            long first = numbers.push(10);
            List<Long> more = numbers.pushAll(List.of(11, 12));

            TypedMessage<Integer> popped = numbers.pop().orElseThrow();

            assertThat(popped).isEqualTo(new TypedMessage<>(first, 10, 1));
            assertThat(numbers.length()).isEqualTo(3);
            assertThat(numbers.readyLength()).isEqualTo(2);
            numbers.ack(first);
            numbers.ack(first);
            numbers.ack(1_000_000);
            assertThat(numbers.get(first)).isEmpty();
            assertThat(numbers.get(more.get(1))).contains(12);
            numbers.ackAll(more);
            assertThat(numbers.isEmpty()).isTrue();
            assertThat(numbers.poll(Duration.ofMillis(5))).isEmpty();
        }
    }

    @Test
    void aNackedValueComesAgainInItsPlaceAndOneThatIsNotPoppedCannotBe() {
        try (DurableQueue<Integer> numbers = open()) {
            long first = numbers.push(1);
            long second = numbers.push(2);
            numbers.pop();

            numbers.nack(first, Duration.ZERO, "broken");

            assertThat(numbers.pop()).contains(new TypedMessage<>(first, 1, 2));
            numbers.release(first);
            assertThat(numbers).extracting(TypedMessage::id).containsExactly(first, second);
            assertThatThrownBy(() -> numbers.nack(second)).isInstanceOf(NoSuchElementException.class);
        }
    }

    @Test
    void whatWasPoppedAndNotAckedIsReadyForWhoOpensItNext() {
        DurableQueue<Integer> before = open();
        long id = before.push(1);
        before.pop();
        try (DurableQueue<Integer> after = open()) { // as another process does after the first one died
            assertThat(after.pop()).contains(new TypedMessage<>(id, 1, 2));
            after.ack(id);
        }
        before.close();
    }

    @Test
    void whatCannotBeDecodedMakesWayAndIsParked() {
        try (DurableQueue<Integer> numbers = open()) {
            long bad = numbers.queue().enqueue("no number").seq();
            long good = numbers.push(7);

            Optional<TypedMessage<Integer>> next = numbers.pop();

            assertThat(next).contains(new TypedMessage<>(good, 7, 1));
            assertThat(numbers.undecodable()).containsOnlyKeys(bad);
            assertThat(numbers.parked()).extracting(MessageInfo::seq).containsExactly(bad);
        }
    }

    @Test
    void aLookAtAPayloadThatCannotBeDecodedNamesItsIdAndTheIteratorGoesOnAfterIt() {
        try (DurableQueue<Integer> numbers = open()) {
            long first = numbers.push(1);
            long bad = numbers.queue().enqueue("no number").seq();
            long last = numbers.push(2);

            assertThatThrownBy(() -> numbers.get(bad))
                    .isInstanceOfSatisfying(
                            UndecodableException.class, e -> assertThat(e.id()).isEqualTo(bad))
                    .hasMessageContaining("message " + bad)
                    .hasCauseInstanceOf(NumberFormatException.class);
            Iterator<TypedMessage<Integer>> all = numbers.iterator();
            assertThat(all.next().id()).isEqualTo(first);
            assertThatThrownBy(all::next)
                    .isInstanceOfSatisfying(
                            UndecodableException.class, e -> assertThat(e.id()).isEqualTo(bad));
            assertThat(all.next().id()).isEqualTo(last);
            assertThat(all.hasNext()).isFalse();
            numbers.ack(bad);
            assertThat(numbers.get(bad)).isEmpty();
            assertThat(numbers).extracting(TypedMessage::id).containsExactly(first, last);
        }
    }

    @Test
    void aNackedValueIsReadyAtOnceInItsPlaceAsOftenAsItIsNacked() {
        try (DurableQueue<Integer> numbers =
                new DurableQueues(engine()).queue("plain", NUMBERS).openLazy()) {
            long first = numbers.push(1);
            numbers.push(2);
            for (int attempt = 1; attempt <= 20; attempt++) {
                assertThat(numbers.pop()).contains(new TypedMessage<>(first, 1, attempt));
                assertThat(numbers.nack(first)).isInstanceOf(SettleResult.Requeued.class);
            }

            assertThat(numbers.pop()).contains(new TypedMessage<>(first, 1, 21));
            assertThat(numbers.parked()).isEmpty();
        }
    }

    @Test
    void moreValuesThanOneStepTakesArePushedAndAckedInSeveral() {
        try (DurableQueue<Integer> numbers = open()) {
            List<Integer> many = IntStream.range(0, 2_500).boxed().toList();

            List<Long> ids = numbers.pushAll(many);

            assertThat(ids).hasSize(2_500).isSorted().doesNotHaveDuplicates();
            assertThat(numbers).extracting(TypedMessage::value).isEqualTo(many);
            assertThat(numbers.pop().orElseThrow().id()).isEqualTo(ids.get(0));
            numbers.ackAll(ids.subList(0, 2_400));
            assertThat(numbers.length()).isEqualTo(100);
            numbers.ackAll(ids);
            assertThat(numbers.isEmpty()).isTrue();
            assertThat(numbers.pushAll(List.of())).isEmpty();
        }
    }

    @Test
    void aPushOfManyOfWhichALaterStepIsRefusedSaysWhatWasPushed() {
        try (DurableQueue<Integer> numbers = new DurableQueues(engine())
                .queue("small", NUMBERS)
                .configured(config -> config.maxMessages(1_500))
                .openLazy()) {
            List<Integer> many = IntStream.range(0, 2_500).boxed().toList();

            assertThatThrownBy(() -> numbers.pushAll(many))
                    .isInstanceOfSatisfying(PartialPushException.class, e -> {
                        assertThat(e.ids()).hasSize(1_000);
                        assertThat(numbers).extracting(TypedMessage::id).isEqualTo(e.ids());
                    })
                    .hasCauseInstanceOf(UnavailableException.class);
            assertThatThrownBy(() -> numbers.pushAll(many)).isInstanceOf(UnavailableException.class);
            assertThat(numbers.length()).isEqualTo(1_000);
        }
    }

    @Test
    void ofManyValuesNoneIsPushedIfOneOfThemCannotBeEncoded() {
        Codec<Integer> even = Codec.json(
                value -> {
                    if (value % 2 != 0) {
                        throw new IllegalStateException("odd");
                    }
                    return value.toString();
                },
                Integer::valueOf);
        try (DurableQueue<Integer> numbers =
                new DurableQueues(engine()).queue("even", even).openLazy()) {
            List<Integer> many = new ArrayList<>(Collections.nCopies(1_500, 2));
            many.add(3);

            assertThatThrownBy(() -> numbers.pushAll(many)).isInstanceOf(IllegalArgumentException.class);

            assertThat(numbers.isEmpty()).isTrue();
        }
    }

    @Test
    void aPollWaitsForAValue() throws InterruptedException {
        try (DurableQueue<Integer> numbers = open()) {
            Thread pushing = Thread.ofVirtual().start(() -> {
                try {
                    Until.holds(
                            "it waits",
                            () -> numbers.queue().info().groups().get(0).waiters() == 1);
                    numbers.push(5);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });

            assertThat(numbers.poll(Duration.ofMinutes(1)).map(TypedMessage::value))
                    .contains(5);
            pushing.join();
        }
    }
}
