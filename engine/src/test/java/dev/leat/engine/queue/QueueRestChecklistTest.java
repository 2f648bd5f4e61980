package dev.leat.engine.queue;

import static dev.leat.engine.support.QueueRig.queue;
import static dev.leat.engine.support.QueueRig.receiving;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStats;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.PurgeScope;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfig.Mode;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.SettleResult.AlreadySettled.How;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Transaction;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** GroupStats, purges, transactions and presence, where other queues are known to go wrong. */
class QueueRestChecklistTest {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final String Q = "{t}q";

    private final QueueRig rig = new QueueRig();

    private static QueueConfigBuilder work() {
        return QueueConfig.builder(Mode.WORK).lease(LEASE).retryBackoff(Backoff.NONE);
    }

    @Tag("checklist-12")
    @Test
    void countersCountWhatHappenedAndOutliveARestart() {
        rig.create(Q, work().maxAttempts(2).build());
        for (int i = 0; i < 5; i++) {
            rig.enqueue(Q, "m" + i);
        }
        List<Delivery> held = rig.receive(Q, 4);
        rig.ack(Q, held.get(0).deliveryId());
        rig.nack(Q, held.get(1).deliveryId());
        rig.settle(Q, Settlement.Release.of(held.get(2).deliveryId()));
        rig.settle(Q, Settlement.Reject.of(held.get(3).deliveryId(), "no"));
        rig.receive(Q, 1);
        rig.advance(LEASE);
        rig.checkpoint();
        rig.restart();

        GroupInfo info = rig.group(Q);

        assertThat(info.counters()).isEqualTo(new GroupStats(5, 1, 1, 1, 1, 1, 0, 2, 0));
        assertThat(List.of(info.ready(), info.leased(), info.parked())).containsExactly(2L, 0L, 2L);
    }

    @Tag("checklist-15")
    @Test
    void aPurgeTakesLeasedMessagesTooAndTellsTheirConsumers() {
        rig.create(Q, work().build());
        for (int i = 0; i < 4; i++) {
            rig.enqueue(Q, NewMessage.of("m" + i).withDedupId("d" + i));
        }
        List<Delivery> held = rig.receive(Q, 2);

        assertThat(rig.call(new QueueCommand.Purge(queue(Q), PurgeScope.ALL, null))
                        .messages())
                .isEqualTo(4);

        assertThat(rig.info(Q).messages()).isZero();
        assertThat(rig.info(Q).bytes()).isZero();
        assertThat(rig.ack(Q, held.get(0).deliveryId())).isEqualTo(new SettleResult.AlreadySettled(How.PURGED));
        assertThat(rig.nack(Q, held.get(1).deliveryId()).rejection()).isInstanceOf(Rejection.LeaseLost.class);
        assertThat(rig.taken(Q, NewMessage.of("m0").withDedupId("d0")).duplicate())
                .as("a repeated enqueue does not bring back what was purged")
                .isTrue();
        rig.enqueue(Q, "after");
        rig.restart();
        assertThat(rig.texts(Q, 10)).containsExactly("after");
    }

    @Tag("checklist-15")
    @Test
    void whatIsEnqueuedWhileAPurgeRunsIsPurgedOrStaysWhole() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            String name = "q" + seed;
            rig.create(name, work().build());
            rig.enqueue(name, "before");
            Found<QueueOutcome.Purged> purged = new Found<>();
            int purgeAt = random.nextInt(5);
            for (int i = 0; i < 5; i++) {
                if (i == purgeAt) {
                    rig.send(new QueueCommand.Purge(queue(name), PurgeScope.ALL, null), purged);
                }
                rig.send(
                        QueueCommand.Enqueue.of(queue(name), NewMessage.of("m" + i)),
                        new Found<QueueOutcome.Enqueued>());
                if (random.nextBoolean()) {
                    rig.turn(random);
                }
            }
            rig.settle();
            if (random.nextBoolean()) {
                rig.restart();
            }

            assertThat(purged.outcome.messages()).isEqualTo(1 + purgeAt);
            assertThat(rig.texts(name, 10))
                    .isEqualTo(List.of("m0", "m1", "m2", "m3", "m4").subList(purgeAt, 5));
        }
    }

    @Tag("checklist-17")
    @Test
    void aTransactionThatIsRefusedLeavesLeasesAndAttemptsAsTheyWere() {
        rig.create(Q, work().maxAttempts(3).build());
        rig.create("{t}next", work().build());
        StreamPath log = StreamPath.of("{t}log");
        rig.call(new Command.Create(log, dev.leat.api.ContentType.TEXT, null, Body.EMPTY, false, null));
        rig.enqueue(Q, "x");
        rig.enqueue(Q, "y");
        rig.nack(Q, rig.receive(Q).deliveryId());
        Delivery delivery = rig.receive(Q);
        Delivery lost = rig.receive(Q);
        rig.nack(Q, lost.deliveryId());
        List<MessageInfo.InGroup> before = standings();
        Transaction.Op.Settle ack = new Transaction.Op.Settle(queue(Q), Settlement.Ack.of(delivery.deliveryId()));
        Transaction.Op.Enqueue next = new Transaction.Op.Enqueue(queue("{t}next"), NewMessage.of("z"));
        Transaction.Op.Append append = append(log, Offset.START);

        assertThat(rig.refusal(new Transaction(List.of(
                        ack, next, append, new Transaction.Op.Settle(queue(Q), Settlement.Ack.of(lost.deliveryId()))))))
                .isInstanceOfSatisfying(
                        Rejection.Conflict.class, c -> assertThat(c.op()).isEqualTo(3));
        assertThat(rig.refusal(new Transaction(List.of(ack, next, append(log, new Offset(99))))))
                .isInstanceOfSatisfying(
                        Rejection.Conflict.class, c -> assertThat(c.op()).isEqualTo(2));

        assertThat(standings()).isEqualTo(before);
        assertThat(rig.info("{t}next").messages()).isZero();
        assertThat(rig.call(new Transaction(List.of(ack, next, append))).results())
                .hasSize(3);
        rig.restart();
        assertThat(rig.texts("{t}next", 10)).containsExactly("z");
        assertThat(rig.info(Q).messages()).isEqualTo(1);
        assertThat(rig.ack(Q, delivery.deliveryId())).isInstanceOf(SettleResult.AlreadySettled.class);
    }

    private static Transaction.Op.Append append(StreamPath path, Offset expected) {
        return new Transaction.Op.Append(new Command.Append(path, null, Body.of("line"), null, null, false), expected);
    }

    private List<MessageInfo.InGroup> standings() {
        return rig.browse(Q).stream().map(m -> m.groups().get(0)).toList();
    }

    /** A payload is bytes to the queue; whoever cannot make sense of one rejects it and gets the next. */
    @Tag("checklist-20")
    @Test
    void aPayloadThatNobodyCanReadDoesNotBlockTheOthers() {
        rig.create(Q, work().maxAttempts(2).build());
        rig.enqueue(Q, NewMessage.of(new byte[] {(byte) 0xff, (byte) 0xfe, 0}));
        rig.enqueue(Q, NewMessage.of(new byte[0]));
        rig.enqueue(Q, "good");
        rig.checkpoint();
        rig.restart();

        List<Delivery> deliveries = rig.receive(Q, 10);

        assertThat(deliveries).extracting(d -> d.payload().length).containsExactly(3, 0, 4);
        rig.settle(Q, Settlement.Reject.of(deliveries.get(0).deliveryId(), "not text"));
        assertThat(rig.ack(Q, deliveries.get(2).deliveryId())).isEqualTo(new SettleResult.Acked(false));
        assertThat(rig.group(Q).parked()).isEqualTo(1);
    }

    // ---- presence

    private Presence.State state(String consumer, String instance) {
        return presences().stream()
                .filter(p ->
                        p.consumer().value().equals(consumer) && p.instance().equals(instance))
                .findFirst()
                .orElseThrow()
                .state();
    }

    private List<Presence> presences() {
        return rig.ask(new QueueQuery.Consumers(queue(Q), GroupName.DEFAULT)).consumers();
    }

    private void heartbeat(String consumer, String instance) {
        rig.call(new QueueCommand.Heartbeat(queue(Q), null, ConsumerName.of(consumer), instance, TTL, Map.of(), false));
    }

    @Tag("checklist-21")
    @Test
    void aConsumerThatWaitsForMessagesIsActiveHoweverLong() {
        rig.create(Q, work().build());
        rig.sent(receiving(Q, null, 1, Duration.ofMinutes(5)));

        for (int i = 0; i < 29; i++) {
            rig.advance(Duration.ofSeconds(10));
            assertThat(presences()).extracting(Presence::state).containsExactly(Presence.State.ACTIVE);
        }
    }

    @Tag("checklist-21")
    @Test
    void aConsumerIsActiveStaleAndExpiredToTheMillisecond() {
        rig.create(Q, work().build());
        heartbeat("ann", "");

        rig.advance(TTL);
        assertThat(state("ann", "")).isEqualTo(Presence.State.ACTIVE);
        rig.advance(Duration.ofMillis(1));
        assertThat(state("ann", "")).isEqualTo(Presence.State.STALE);
        rig.advance(TTL.minusMillis(1));
        assertThat(state("ann", "")).isEqualTo(Presence.State.STALE);
        rig.advance(Duration.ofMillis(1));
        assertThat(state("ann", "")).isEqualTo(Presence.State.EXPIRED);
        rig.advance(Duration.ofMinutes(9));
        assertThat(state("ann", "")).isEqualTo(Presence.State.EXPIRED);
        rig.advance(Duration.ofMinutes(2));
        assertThat(presences()).as("pruned by itself").isEmpty();
    }

    @Tag("checklist-21")
    @Test
    void aConsumerIsOnlySaidToBeRecoveringAfterARestart() {
        rig.create(Q, work().build());
        heartbeat("ann", "");
        rig.advance(Duration.ofSeconds(5));

        rig.restart();

        assertThat(presences()).extracting(Presence::recovering).containsExactly(true);
        heartbeat("ann", "");
        rig.advance(TTL);
        assertThat(presences()).extracting(Presence::recovering).containsExactly(false);
        assertThat(state("ann", "")).isEqualTo(Presence.State.ACTIVE);
    }

    @Tag("checklist-21")
    @Test
    void twoProcessesOfOneNameAreTwo() {
        rig.create(Q, work().build());
        heartbeat("ann", "one");
        rig.advance(Duration.ofSeconds(20));
        heartbeat("ann", "two");
        rig.advance(Duration.ofSeconds(20));

        assertThat(state("ann", "one")).isEqualTo(Presence.State.STALE);
        assertThat(state("ann", "two")).isEqualTo(Presence.State.ACTIVE);
        Presence.Counts counts =
                rig.ask(new QueueQuery.Consumers(queue(Q), null)).counts().get(0);
        assertThat(List.of(counts.active(), counts.stale())).containsExactly(1, 1);
    }

    @Tag("checklist-21")
    @Test
    void aClaimOfAnExpiredConsumersLeasesLeavesTheLivingAlone() {
        rig.create(Q, work().lease(Duration.ofHours(1)).build());
        rig.enqueue(Q, "of the dead");
        rig.enqueue(Q, "of the living");
        rig.receive(Q);
        rig.call(new QueueCommand.Receive(queue(Q), null, ConsumerName.of("bob"), 1, Duration.ZERO, null));
        for (int i = 0; i < 10; i++) {
            rig.advance(Duration.ofSeconds(10));
            heartbeat("bob", "");
        }

        List<Delivery> claimed = rig.call(
                        new QueueCommand.Claim(queue(Q), null, ConsumerName.of("cat"), null, 10, null))
                .deliveries();

        assertThat(claimed).extracting(Delivery::text).containsExactly("of the dead");
    }
}
