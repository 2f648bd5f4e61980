package dev.leat.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.TransactionResult;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.Slice;
import dev.leat.api.spi.Transaction;
import dev.leat.api.spi.Transaction.Op;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import dev.leat.testkit.Pieces;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Several changes together, or none of them. */
class TransactionTest {
    private static final String IN = "{t}in";
    private static final String OUT = "{t}out";
    private static final StreamPath LOG = StreamPath.of("{t}/log");

    private final QueueRig rig = new QueueRig();

    TransactionTest() {
        rig.create(IN, QueueConfig.work());
        rig.create(OUT, QueueConfig.work());
        rig.call(new Command.Create(LOG, ContentType.TEXT, Lifetime.FOREVER, Body.EMPTY, false, null));
    }

    private static Op ack(Delivery delivery) {
        return settle(Settlement.Ack.of(delivery.deliveryId()));
    }

    private static Op settle(Settlement settlement) {
        return new Op.Settle(QueueName.of(IN), settlement);
    }

    private static Op enqueue(String text) {
        return new Op.Enqueue(QueueName.of(OUT), NewMessage.of(text));
    }

    private static Op append(String text) {
        return append(text, null, null);
    }

    private static Op append(String text, @Nullable ProducerStamp stamp, @Nullable Offset expected) {
        return new Op.Append(new Command.Append(LOG, null, Body.of(text), stamp, null, false), expected);
    }

    private List<TransactionResult> transact(Op... ops) {
        return rig.call(new Transaction(Arrays.asList(ops))).results();
    }

    private Rejection refused(Op... ops) {
        return rig.refusal(new Transaction(Arrays.asList(ops)));
    }

    private Rejection.Conflict conflict(Op... ops) {
        return (Rejection.Conflict) refused(ops);
    }

    private List<String> log() {
        try (Slice slice = rig.ask(new Query.Read(LOG, Offset.START, Integer.MAX_VALUE))) {
            return Pieces.of(slice).stream().map(Message::text).toList();
        }
    }

    private Delivery receive() {
        rig.enqueue(IN, "work");
        return rig.receive(IN);
    }

    @Test
    void whatIsReceivedIsAckedTogetherWithWhatFollowsFromIt() {
        Delivery work = receive();

        List<TransactionResult> results = transact(append("began"), ack(work), enqueue("next"), append("done"));

        assertThat(results.get(0)).isInstanceOf(TransactionResult.Appended.class);
        assertThat(results.get(1)).isEqualTo(new TransactionResult.Settled(new SettleResult.Acked(false)));
        assertThat(results.get(2)).isInstanceOf(TransactionResult.Enqueued.class);
        assertThat(log()).containsExactly("began", "done");
        assertThat(rig.info(IN).messages()).isZero();
        assertThat(rig.texts(OUT, 9)).containsExactly("next");

        rig.restart();
        assertThat(log()).containsExactly("began", "done");
        assertThat(rig.info(IN).messages()).isZero();
        assertThat(rig.info(OUT).messages()).isOne();
    }

    @Test
    void aReceiveThatWaitsGetsWhatATransactionEnqueues() {
        Found<Deliveries> waiting = rig.sent(QueueRig.receiving(OUT, null, 1, Duration.ofMinutes(1)));

        transact(enqueue("next"));

        assertThat(waiting.outcome).isNotNull();
        assertThat(waiting.outcome.deliveries()).extracting(Delivery::text).containsExactly("next");
    }

    @Test
    void aTransactionThatFailsLeavesLeasesAndAttemptsAsTheyWere() {
        Delivery work = receive();
        Delivery other = receive();
        rig.ack(IN, other.deliveryId());

        Rejection.Conflict conflict =
                conflict(enqueue("next"), append("done"), settle(Settlement.Nack.of(work.deliveryId())), ack(other));

        assertThat(conflict.op()).isEqualTo(3);
        assertThat(conflict.cause()).isInstanceOf(Rejection.LeaseLost.class);
        assertThat(log()).isEmpty();
        assertThat(rig.info(OUT).messages()).isZero();
        assertThat(rig.info(OUT).nextSeq()).isEqualTo(rig.info(OUT).enqueued());
        assertThat(rig.group(IN).leased()).isOne();
        assertThat(rig.ack(IN, work.deliveryId())).isEqualTo(new SettleResult.Acked(false));
    }

    @Test
    void anAttemptIsCountedOnceAlsoIfATransactionWithItsNackFailed() {
        Delivery work = receive();
        DeliveryId bad = new DeliveryId("nonsense");

        assertThat(conflict(settle(Settlement.Nack.of(work.deliveryId())), settle(Settlement.Ack.of(bad)))
                        .cause())
                .isInstanceOf(Rejection.HandleInvalid.class);
        transact(settle(Settlement.Nack.of(work.deliveryId())));
        rig.advance(Duration.ofHours(1));

        assertThat(rig.receive(IN).attempt()).isEqualTo(2);
    }

    @Test
    void oneDeliveryIsSettledOnce() {
        Delivery work = receive();

        assertThat(conflict(ack(work), ack(work)).op()).isEqualTo(1);
        assertThat(conflict(settle(Settlement.Release.of(work.deliveryId())), ack(work))
                        .op())
                .isEqualTo(1);
        assertThat(rig.group(IN).leased()).isOne();
    }

    @Test
    void everySettlementIsPossible() {
        Delivery released = receive();
        Delivery extended = receive();
        Delivery rejected = receive();

        List<TransactionResult> results = transact(
                settle(Settlement.Release.of(released.deliveryId())),
                settle(new Settlement.Extend(extended.deliveryId(), Duration.ofMinutes(1))),
                settle(Settlement.Reject.of(rejected.deliveryId(), "no")));

        assertThat(results)
                .extracting(result ->
                        ((TransactionResult.Settled) result).result().getClass().getSimpleName())
                .containsExactly("Requeued", "Extended", "Parked");
    }

    @Test
    void aDeadLetterIsAConflictThatSaysWhereItIs() {
        rig.create("{t}dead", QueueConfig.work());
        rig.create(
                "{t}once",
                QueueConfig.builder(QueueConfig.Mode.WORK)
                        .maxAttempts(1)
                        .deadLetter(QueueName.of("{t}dead"))
                        .build());
        rig.enqueue("{t}once", "work");
        Delivery work = rig.receive("{t}once");
        rig.nack("{t}once", work.deliveryId());

        for (boolean evenIfDead : new boolean[] {false, true}) {
            Op ack = new Op.Settle(QueueName.of("{t}once"), new Settlement.Ack(work.deliveryId(), evenIfDead));
            Rejection.LeaseLost lost = (Rejection.LeaseLost) conflict(ack).cause();
            assertThat(lost.state()).isEqualTo(MessageInfo.State.DEAD);
            assertThat(lost.deadLetter()).isEqualTo(QueueName.of("{t}dead"));
        }
    }

    @Test
    void aDeliveryThatAnotherHasByNowIsAConflict() {
        Delivery late = receive();
        rig.advance(Duration.ofHours(1));
        Delivery again = rig.receive(IN);

        assertThat(conflict(ack(late)).cause()).isInstanceOf(Rejection.LeaseLost.class);
        transact(ack(again));
    }

    @Test
    void aCapCountsAllThatATransactionEnqueues() {
        rig.call(new QueueCommand.CreateQueue(
                QueueName.of("{t}small"),
                QueueConfig.builder(QueueConfig.Mode.WORK).maxMessages(2).build()));
        Op one = new Op.Enqueue(QueueName.of("{t}small"), NewMessage.of("one"));

        Rejection.Conflict full = conflict(append("a"), one, one, one);
        assertThat(full.op()).isEqualTo(3);
        assertThat(full.cause()).isInstanceOf(Rejection.BadArgument.class);
        assertThat(rig.info("{t}small").messages()).isZero();

        transact(one, one);
        Delivery first = rig.receive("{t}small");
        assertThat(conflict(one).cause()).isInstanceOf(Rejection.QueueFull.class);
        transact(new Op.Settle(QueueName.of("{t}small"), Settlement.Ack.of(first.deliveryId())), one);
        assertThat(rig.info("{t}small").messages()).isEqualTo(2);
    }

    @Test
    void aMessageThatCameBeforeIsADuplicate() {
        Op once = new Op.Enqueue(QueueName.of(OUT), NewMessage.of("a").withDedupId("a"));

        List<TransactionResult> results = transact(once, once);

        TransactionResult.Enqueued first = (TransactionResult.Enqueued) results.get(0);
        TransactionResult.Enqueued second = (TransactionResult.Enqueued) results.get(1);
        assertThat(first.duplicate()).isFalse();
        assertThat(second.duplicate()).isTrue();
        assertThat(second.messageId()).isEqualTo(first.messageId());
    }

    @Test
    void aMessageThatCameBeforeNeedsNoRoom() {
        Op once = new Op.Enqueue(QueueName.of(OUT), NewMessage.of("a").withDedupId("a"));
        transact(once);
        rig.core().usage().disk(true, Long.MAX_VALUE);

        TransactionResult.Enqueued again =
                (TransactionResult.Enqueued) transact(once).get(0);

        assertThat(again.duplicate()).isTrue();
        assertThat(conflict(enqueue("b")).cause()).isInstanceOf(Rejection.DiskFull.class);
    }

    @Test
    void groupsOfAFanOutQueueSettleInTransactionsForThemselves() {
        QueueName news = QueueName.of("{t}news");
        rig.create(news.value(), QueueConfig.fanout());
        for (String group : List.of("g", "h")) {
            rig.call(new QueueCommand.CreateGroup(news, GroupName.of(group), GroupStart.HEAD));
        }
        rig.enqueue(news.value(), "a");
        rig.enqueue(news.value(), "b");
        List<Delivery> ofG = rig.receive(news.value(), "g", 2);
        List<Delivery> ofH = rig.receive(news.value(), "h", 2);
        Op stale = new Op.Settle(news, Settlement.Ack.of(new DeliveryId("nonsense")));
        Op ack = new Op.Settle(news, Settlement.Ack.of(ofG.get(0).deliveryId()));
        Op nack = new Op.Settle(news, Settlement.Nack.of(ofG.get(1).deliveryId()));

        assertThat(conflict(ack, nack, append("done"), stale).op()).isEqualTo(3);
        assertThat(rig.group(news.value(), "g").leased()).isEqualTo(2);
        transact(ack, nack, append("done"));
        rig.restart();

        assertThat(log()).containsExactly("done");
        assertThat(rig.group(news.value(), "g").leased()).isZero();
        assertThat(rig.browse(news.value())).hasSize(2);
        assertThat(rig.group(news.value(), "h").leased()).isEqualTo(2);
        transact(new Op.Settle(news, Settlement.Ack.of(ofH.get(0).deliveryId())));
        assertThat(rig.info(news.value()).messages()).isOne();
    }

    @Test
    void anAppendCanInsistOnTheTail() {
        Offset tail = ((TransactionResult.Appended)
                        transact(append("a", null, Offset.START)).get(0))
                .outcome()
                .tail();

        assertThat(conflict(append("b", null, Offset.START)).cause()).isNull();
        transact(append("b", null, tail), append("c", null, new Offset(tail.position() + 1)));
        assertThat(conflict(enqueue("x"), append("d", null, tail), append("e")).op())
                .isEqualTo(1);
        assertThat(log()).containsExactly("a", "b", "c");
    }

    @Test
    void appendsOfOneProducerFollowEachOther() {
        List<TransactionResult> results = transact(
                append("a", new ProducerStamp("p", 0, 0), null),
                append("b", new ProducerStamp("p", 0, 1), null),
                append("b", new ProducerStamp("p", 0, 1), null));

        assertThat(results)
                .extracting(result ->
                        ((TransactionResult.Appended) result).outcome().duplicate())
                .containsExactly(false, false, true);
        assertThat(conflict(append("d", new ProducerStamp("p", 0, 3), null)).cause())
                .isEqualTo(new Rejection.ProducerGap(2, 3));
        assertThat(log()).containsExactly("a", "b");
    }

    @Test
    void anAppendThatIsThereAlreadySucceedsWhateverTheTail() {
        transact(append("a", new ProducerStamp("p", 0, 0), Offset.START));

        AppendResult again = ((TransactionResult.Appended)
                        transact(append("a", new ProducerStamp("p", 0, 0), Offset.START))
                                .get(0))
                .outcome();

        assertThat(again.duplicate()).isTrue();
        assertThat(log()).containsExactly("a");
    }

    @Test
    void nothingFollowsAnAppendThatCloses() {
        Op close = new Op.Append(new Command.Append(LOG, null, Body.of("end"), null, null, true), null);

        assertThat(conflict(close, append("late")).cause()).isInstanceOf(Rejection.StreamClosed.class);
        transact(append("a"), close);
        assertThat(log()).containsExactly("a", "end");
    }

    @Test
    void whatIsNotThereIsAConflict() {
        Op nowhere = new Op.Enqueue(QueueName.of("{t}none"), NewMessage.of("a"));
        Op noStream = new Op.Append(
                new Command.Append(StreamPath.of("{t}/none"), null, Body.of("a"), null, null, false), null);

        assertThat(conflict(append("a"), nowhere).cause()).isInstanceOf(Rejection.QueueNotFound.class);
        assertThat(conflict(append("a"), noStream).cause()).isInstanceOf(Rejection.StreamNotFound.class);
        assertThat(log()).isEmpty();
    }

    @Test
    void aTransactionIsAboutOneShard() {
        Op elsewhere = null;
        for (int i = 0; elsewhere == null; i++) {
            Op op = new Op.Enqueue(QueueName.of("q" + i), NewMessage.of("a"));
            boolean other = dev.leat.engine.shard.Placement.shard(op.tag(), QueueRig.SHARDS)
                    != dev.leat.engine.shard.Placement.shard("t", QueueRig.SHARDS);
            elsewhere = other ? op : null;
        }

        assertThat(refused(enqueue("a"), enqueue("b"), elsewhere)).isEqualTo(new Rejection.SpansShards(2));
    }

    @Test
    void whatATransactionReservedIsGivenBackWhenItFails() {
        long before = rig.core().usage().total();

        conflict(enqueue("next"), append("done"), settle(Settlement.Ack.of(new DeliveryId("nonsense"))));

        assertThat(rig.core().usage().total()).isEqualTo(before);
    }
}
