package dev.leat.engine.queue.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which message comes next: by priority, by place, by key, from either side. */
final class QueueOrderTest {
    private static final QueueName JOBS = QueueName.of("jobs");

    private final QueueRig rig = new QueueRig();

    private static QueueConfigBuilder work() {
        return QueueConfig.builder(QueueConfig.Mode.WORK).retryBackoff(Backoff.NONE);
    }

    private void keyed(String key, String... texts) {
        for (String text : texts) {
            rig.enqueue("jobs", NewMessage.of(text).withKey(key));
        }
    }

    private List<String> pop(int max, QueueSide side) {
        return rig.call(new QueueCommand.Pop(JOBS, max, side)).deliveries().stream()
                .map(Delivery::text)
                .toList();
    }

    @Test
    void theHighestPriorityComesFirstAndAReturnedMessageBeforeItsEquals() {
        rig.create("jobs", work().priority(true).build());
        rig.enqueue("jobs", NewMessage.of("low").withPriority(0));
        rig.enqueue("jobs", NewMessage.of("high 1").withPriority(9));
        rig.enqueue("jobs", NewMessage.of("high 2").withPriority(9));
        Delivery first = rig.receive("jobs");
        assertThat(first.priority()).isEqualTo(9);
        rig.nack("jobs", first.deliveryId());

        assertThat(rig.texts("jobs", 10)).containsExactly("high 1", "high 2", "low");
    }

    @Test
    void whatWaitedLongCountsAsMoreImportant() {
        rig.create("jobs", work().priority(true).ageStep(Duration.ofMinutes(1)).build());
        rig.enqueue("jobs", NewMessage.of("old and low").withPriority(3));
        rig.advance(Duration.ofMinutes(3));
        rig.enqueue("jobs", NewMessage.of("new").withPriority(5));
        rig.enqueue("jobs", NewMessage.of("new and high").withPriority(8));

        assertThat(rig.texts("jobs", 10)).containsExactly("new and high", "old and low", "new");
    }

    @Test
    void messagesOfAKeyComeOneAfterTheOtherAndOthersMeanwhile() {
        rig.create("jobs", work().build());
        keyed("a", "a1", "a2");
        keyed("b", "b1");
        rig.enqueue("jobs", "none");

        List<Delivery> first = rig.receive("jobs", 10);
        assertThat(first).extracting(Delivery::text).containsExactly("a1", "b1", "none");
        rig.ack("jobs", first.get(0).deliveryId());

        assertThat(rig.texts("jobs", 10)).containsExactly("a2");
    }

    @Test
    void aKeyIsHeldDuringARetryDelayAndThroughARestart() {
        rig.create("jobs", work().build());
        keyed("a", "a1", "a2");
        rig.settle("jobs", new Settlement.Nack(rig.receive("jobs").deliveryId(), Duration.ofSeconds(10), null, null));
        assertThat(rig.receive("jobs", 10)).isEmpty();

        rig.restart();

        assertThat(rig.receive("jobs", 10)).isEmpty();
        rig.advance(Duration.ofSeconds(10));
        Delivery again = rig.receive("jobs");
        assertThat(again.text()).isEqualTo("a1");
        assertThat(rig.receive("jobs", 10)).isEmpty();
        rig.ack("jobs", again.deliveryId());
        assertThat(rig.texts("jobs", 10)).containsExactly("a2");
    }

    @Test
    void aParkedMessageLetsItsKeyGoUnlessTheQueueSaysOtherwise() {
        rig.create("jobs", work().maxAttempts(1).build());
        rig.create("strict", work().maxAttempts(1).parkHoldsKey(true).build());
        for (String queue : List.of("jobs", "strict")) {
            rig.enqueue(queue, NewMessage.of("1").withKey("k"));
            rig.enqueue(queue, NewMessage.of("2").withKey("k"));
            rig.nack(queue, rig.receive(queue).deliveryId());
        }

        assertThat(rig.texts("jobs", 10)).containsExactly("2");
        assertThat(rig.receive("strict", 10)).isEmpty();
        rig.restart();
        assertThat(rig.receive("strict", 10)).isEmpty();
    }

    @Test
    void aReceiveTakesAsManyOfAKeyAsTheQueueAllows() {
        rig.create("jobs", work().keyBatch(2).build());
        keyed("a", "a1", "a2", "a3");
        keyed("b", "b1");

        List<Delivery> first = rig.receive("jobs", 10);

        assertThat(first).extracting(Delivery::text).containsExactly("a1", "a2", "b1");
        rig.ack("jobs", first.get(1).deliveryId());
        assertThat(rig.receive("jobs", 10)).isEmpty();
        rig.ack("jobs", first.get(0).deliveryId());
        assertThat(rig.texts("jobs", 10)).containsExactly("a3");
    }

    @Test
    void whatIsGivenBackOutOfABatchOfAKeyWaitsForThoseBeforeIt() {
        rig.create("jobs", work().keyBatch(3).build());
        keyed("a", "a1", "a2", "a3");
        List<Delivery> batch = rig.receive("jobs", 10);

        rig.nack("jobs", batch.get(1).deliveryId());

        assertThat(rig.receive("jobs", 10)).isEmpty();
        rig.ack("jobs", batch.get(0).deliveryId());
        assertThat(rig.texts("jobs", 10)).containsExactly("a2");
    }

    @Test
    void keysTakeTurnsWhereTheQueueIsFair() {
        rig.create("jobs", work().fair(true).build());
        keyed("a", "a1", "a2", "a3");
        keyed("b", "b1", "b2");
        keyed("c", "c1");

        StringBuilder order = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            Delivery delivery = rig.receive("jobs");
            order.append(delivery.text()).append(' ');
            rig.ack("jobs", delivery.deliveryId());
        }

        assertThat(order.toString()).isEqualTo("a1 b1 c1 a2 b2 a3 ");
    }

    @Test
    void popTakesForGoodFromEitherSide() {
        rig.create("jobs", work().build());
        for (String text : List.of("1", "2", "3", "4")) {
            rig.enqueue("jobs", text);
        }

        assertThat(pop(1, QueueSide.HEAD)).containsExactly("1");
        assertThat(pop(2, QueueSide.TAIL)).containsExactly("4", "3");
        assertThat(rig.texts("jobs", 10)).containsExactly("2");
        assertThat(rig.info("jobs").messages()).isEqualTo(1);
    }

    @Test
    void popFromTheTailLooksAtSoManyInOneTurnAndGoesOn() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "now");
        NewMessage later = NewMessage.of("later").withDelay(Duration.ofHours(1));
        for (int thousand = 0; thousand < 25; thousand++) {
            rig.call(new QueueCommand.Enqueue(JOBS, Collections.nCopies(1000, later), false));
        }
        Found<Deliveries> popped = new Found<>();
        rig.send(new QueueCommand.Pop(JOBS, 1, QueueSide.TAIL), popped);

        assertThat(rig.group("jobs").waiters()).as("those who come behind").isEqualTo(1);
        assertThat(popped.outcome).isNotNull();
        assertThat(popped.outcome.deliveries()).extracting(Delivery::text).containsExactly("now");
    }

    @Test
    void popFromTheTailFindsWhatCameBack() {
        rig.create("jobs", work().build());
        List.of("1", "2", "3").forEach(text -> rig.enqueue("jobs", text));
        List<Delivery> all = rig.receive("jobs", 3);
        assertThat(pop(1, QueueSide.TAIL)).isEmpty();

        rig.settle("jobs", Settlement.Release.of(all.get(1).deliveryId()));

        assertThat(pop(1, QueueSide.TAIL)).containsExactly("2");
    }

    @Test
    void popObeysPrioritiesDelaysAndKeys() {
        rig.create("jobs", work().build());
        keyed("a", "a1", "a2");
        keyed("b", "b1");
        rig.enqueue("jobs", NewMessage.of("late").withDelay(Duration.ofSeconds(1)));
        rig.create("ranked", work().priority(true).build());
        rig.enqueue("ranked", NewMessage.of("low").withPriority(0));
        rig.enqueue("ranked", NewMessage.of("high").withPriority(9));

        assertThat(pop(10, QueueSide.TAIL)).containsExactly("b1", "a1", "a2");
        assertThat(rig.call(new QueueCommand.Pop(QueueName.of("ranked"), 1, QueueSide.TAIL))
                        .deliveries())
                .extracting(Delivery::text)
                .containsExactly("low");
    }

    @Test
    void onlyWorkQueuesArePopped() {
        rig.create("jobs", QueueConfig.fanout());

        assertThat(rig.refusal(new QueueCommand.Pop(JOBS, 1, QueueSide.HEAD)))
                .isInstanceOf(Rejection.BadArgument.class);
    }

    @Test
    void aClaimTakesIdleLeasesOverAndEndsTheirDeliveries() {
        rig.create("jobs", work().maxAttempts(2).build());
        rig.enqueue("jobs", "a");
        Delivery first = rig.receive("jobs");
        rig.advance(Duration.ofSeconds(10));

        assertThat(claim(Duration.ofSeconds(11))).isEmpty();
        List<Delivery> claimed = claim(Duration.ofSeconds(10));

        assertThat(claimed).extracting(Delivery::attempt).containsExactly(2);
        assertThat(claimed.get(0).redeliveryReason()).isEqualTo(Delivery.Redelivery.CLAIMED);
        assertThat(rig.ack("jobs", first.deliveryId())).isInstanceOf(SettleResult.Refused.class);
        rig.advance(Duration.ofSeconds(10));
        assertThat(claim(Duration.ofSeconds(10))).isEmpty();
        assertThat(rig.group("jobs").parked()).isEqualTo(1);
    }

    private List<Delivery> claim(Duration minIdle) {
        return rig.call(new QueueCommand.Claim(JOBS, null, ConsumerName.of("bob"), minIdle, 10, null))
                .deliveries();
    }

    @Test
    void aClaimTakesTheLeasesOfConsumersThatHaveExpired() {
        rig.create("jobs", work().lease(Duration.ofMinutes(10)).build());
        rig.enqueue("jobs", "a");
        rig.receive("jobs");
        rig.advance(Duration.ofSeconds(30));
        QueueCommand.Claim claim = new QueueCommand.Claim(JOBS, null, ConsumerName.of("bob"), null, 10, null);
        assertThat(rig.call(claim).deliveries()).isEmpty();

        rig.advance(Duration.ofSeconds(31));

        assertThat(rig.call(claim).deliveries()).hasSize(1);
    }

    @Test
    void limitsOnLeasesThrottle() {
        rig.create("jobs", work().maxLeases(3).maxLeasesPerConsumer(2).build());
        for (int i = 0; i < 5; i++) {
            rig.enqueue("jobs", "m" + i);
        }

        Deliveries first = rig.call(QueueRig.receiving("jobs", null, 10, Duration.ZERO));
        assertThat(first.deliveries()).hasSize(2);
        assertThat(first.throttled()).isTrue();
        assertThat(rig.call(new QueueCommand.Receive(JOBS, null, ConsumerName.of("bob"), 10, Duration.ZERO, null))
                        .deliveries())
                .hasSize(1);
        assertThat(rig.call(QueueRig.receiving("jobs", null, 10, Duration.ZERO)).throttled())
                .isTrue();
    }

    @Test
    void aBatchOfAKeyDoesNotOvertakeWhatLiesBetween() {
        rig.create("jobs", work().keyBatch(2).build());
        List.of("a1", "b", "a2", "a3").forEach(text -> rig.enqueue("jobs", keyed(text)));
        rig.receive("jobs", 4).forEach(delivery -> rig.settle("jobs", Settlement.Release.of(delivery.deliveryId())));

        assertThat(rig.texts("jobs", 2)).containsExactly("a1", "b");
        assertThat(rig.texts("jobs", 2)).as("it is the first receive's").isEmpty();
    }

    @Test
    void whoLooksSeesWhatIsHeldBackByItsKeyBeforeAnybodyHasReceived() {
        rig.create("jobs", work().build());
        MessageId first = rig.enqueue("jobs", keyed("a1"));
        MessageId other = rig.enqueue("jobs", keyed("b"));
        MessageId second = rig.enqueue("jobs", keyed("a2"));

        MessageInfo.InGroup held = rig.find("jobs", second).groups().get(0);

        assertThat(held.state()).isEqualTo(MessageInfo.State.BLOCKED);
        assertThat(held.blockedBy()).isEqualTo(first);
        assertThat(rig.find("jobs", other).groups().get(0).state()).isEqualTo(MessageInfo.State.READY);
    }

    @Test
    void aPauseThrottlesOnlyIfThereIsSomething() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        Delivery leased = rig.receive("jobs");
        rig.call(new QueueCommand.Pause(QueueName.of("jobs"), null, true));

        assertThat(isThrottled()).isFalse();

        rig.settle("jobs", Settlement.Release.of(leased.deliveryId()));

        assertThat(isThrottled()).isTrue();
    }

    private boolean isThrottled() {
        return rig.call(QueueRig.receiving("jobs", null, 1, Duration.ZERO)).throttled();
    }

    /** Its key is its first letter. */
    private static NewMessage keyed(String text) {
        return NewMessage.of(text).withKey(text.substring(0, 1));
    }

    @Test
    void aMessageWhoseTimeIsOverIsNotDeliveredButALeasedOneIsWorkedOn() {
        rig.create("jobs", work().lease(Duration.ofMinutes(5)).build());
        rig.enqueue("jobs", NewMessage.of("leased").withTtl(Duration.ofSeconds(10)));
        rig.enqueue("jobs", NewMessage.of("ready").withTtl(Duration.ofSeconds(10)));
        Delivery leased = rig.receive("jobs");

        rig.advance(Duration.ofSeconds(10));

        assertThat(rig.receive("jobs", 10)).isEmpty();
        assertThat(rig.ack("jobs", leased.deliveryId())).isEqualTo(new SettleResult.Acked(false));
        assertThat(rig.info("jobs").messages()).isZero();
    }

    @Test
    void messagesComeBackFromTheStoreInTheirOrder() {
        rig.create("jobs", work().build());
        for (int i = 0; i < 2000; i++) {
            rig.enqueue("jobs", NewMessage.of("m" + i).withKey("k" + i % 1999));
        }
        rig.checkpoint();
        rig.restart();

        List<Delivery> all = new ArrayList<>();
        for (List<Delivery> some = rig.receive("jobs", 1000); !some.isEmpty(); some = rig.receive("jobs", 1000)) {
            all.addAll(some);
        }

        assertThat(all).hasSize(1999);
        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i).text()).isEqualTo("m" + i);
        }
        rig.ack("jobs", all.get(0).deliveryId());
        assertThat(rig.texts("jobs", 10)).containsExactly("m1999");
    }
}
