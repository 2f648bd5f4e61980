package dev.leat.client.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.Backoff;
import dev.leat.api.Codec;
import dev.leat.api.DurableQueue;
import dev.leat.api.DurableQueues;
import dev.leat.api.MessageInfo;
import dev.leat.api.TypedMessage;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
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
