package dev.leat.client.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.TransactionBuilder;
import dev.leat.api.TransactionResult;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Transaction;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for transactions wherever they are. */
@ParameterizedClass
@EnumSource(Side.class)
class TransactionContractTest extends Contract {

    TransactionContractTest(Side side) {
        super(side);
    }

    private TransactionBuilder transaction() {
        return new TransactionBuilder(engine());
    }

    private DurableStream stream(String path) {
        return new DurableStream(engine(), StreamPath.of(path));
    }

    private TransactionResult appended(String text, ProducerStamp stamp) {
        Command.Append append =
                new Command.Append(StreamPath.of("{a}/audit"), ContentType.TEXT, Body.of(text), stamp, null, false);
        Transaction transaction = new Transaction(List.of(new Transaction.Op.Append(append, null)));
        return engine().call(transaction).results().get(0);
    }

    @Test
    void aTransactionAcksEnqueuesAndAppendsOrDoesNothing() {
        MessageQueue jobs = queues().create("jobs-{a}");
        MessageQueue mails = queues().create("mails-{a}");
        stream("{a}/audit").create(StreamConfig.text());
        jobs.enqueue("job");
        Delivery job = jobs.receive(1, Duration.ZERO).deliveries().get(0);

        List<TransactionResult> done = transaction()
                .ack("jobs-{a}", job)
                .enqueue("mails-{a}", NewMessage.of("mail \u0000 ü").withKey("k"))
                .append("{a}/audit", Body.of("done"), Offset.START)
                .commit();
        Rejection conflict = refusal(() -> transaction()
                .enqueue("mails-{a}", "mail")
                .append("{a}/audit", Body.of("again"), Offset.START)
                .commit());

        assertThat(done).hasSize(3);
        assertThat(done.get(0)).isEqualTo(new TransactionResult.Settled(new SettleResult.Acked(false)));
        assertThat(done.get(1)).isInstanceOf(TransactionResult.Enqueued.class);
        assertThat(done.get(2)).isInstanceOfSatisfying(TransactionResult.Appended.class, appended -> {
            assertThat(appended.outcome().tail())
                    .isEqualTo(stream("{a}/audit").head().tail());
            assertThat(appended.outcome().producer()).isNull();
        });
        assertThat(conflict).isInstanceOfSatisfying(Rejection.Conflict.class, why -> {
            assertThat(why.op()).isEqualTo(1);
            assertThat(why.cause()).isNull();
        });
        assertThat(jobs.info().messages()).isZero();
        assertThat(mails.pop(5)).extracting(Delivery::text).containsExactly("mail \u0000 ü");
    }

    @Test
    void everyKindOfSettlementCanBePartOfIt() {
        MessageQueue jobs = queues().create("jobs-{a}");
        for (int i = 0; i < 4; i++) {
            jobs.enqueue("job " + i);
        }
        List<Delivery> all = jobs.receive(4, Duration.ZERO).deliveries();

        List<TransactionResult> done = transaction()
                .nack("jobs-{a}", all.get(0), Duration.ofHours(1))
                .settle("jobs-{a}", new Settlement.Release(all.get(1).deliveryId(), null))
                .settle("jobs-{a}", new Settlement.Reject(all.get(2).deliveryId(), "no", "trace"))
                .settle("jobs-{a}", new Settlement.Extend(all.get(3).deliveryId(), Duration.ofHours(2)))
                .commit();

        assertThat(done)
                .extracting(result ->
                        ((TransactionResult.Settled) result).result().getClass().getSimpleName())
                .containsExactly("Requeued", "Requeued", "Parked", "Extended");
    }

    @Test
    void aStampedAppendSucceedsAsADuplicate() {
        stream("{a}/audit").create(StreamConfig.text());
        ProducerStamp first = new ProducerStamp("p", 0, 0);

        TransactionResult once = appended("x", first);
        TransactionResult twice = appended("x", first);

        assertThat(((TransactionResult.Appended) once).outcome().producer()).isEqualTo(first);
        assertThat(((TransactionResult.Appended) once).outcome().duplicate()).isFalse();
        assertThat(((TransactionResult.Appended) twice).outcome().producer()).isEqualTo(first);
        assertThat(((TransactionResult.Appended) twice).outcome().duplicate()).isTrue();
    }

    @Test
    void aRefusalNamesTheOpAndWhy() {
        queues().create(
                        "full-{a}",
                        QueueConfig.work().toBuilder().maxMessages(1).build());
        queue("full-{a}").enqueue("one");
        stream("{a}/audit").create(StreamConfig.text());
        stream("{a}/closed").create(StreamConfig.text());
        engine().call(new Command.Append(StreamPath.of("{a}/closed"), null, Body.EMPTY, null, null, true));

        assertThat(refusal(() -> transaction()
                        .append("{a}/audit", Body.of("x"))
                        .enqueue("none-{a}", "x")
                        .commit()))
                .isEqualTo(conflict(1, new Rejection.QueueNotFound(QueueName.of("none-{a}"))));
        assertThat(refusal(() -> transaction().append("{a}/none", Body.of("x")).commit()))
                .isEqualTo(conflict(0, new Rejection.StreamNotFound(StreamPath.of("{a}/none"))));
        assertThat(refusal(
                        () -> transaction().append("{a}/closed", Body.of("x")).commit()))
                .isEqualTo(conflict(0, new Rejection.StreamClosed(StreamPath.of("{a}/closed"), Offset.START)));
        assertThat(refusal(() -> transaction()
                        .append("{a}/audit", Body.of("x"), new ProducerStamp("p", 0, 7))
                        .commit()))
                .isEqualTo(conflict(0, new Rejection.ProducerGap(0, 7)));
        assertThat(refusal(() -> transaction().enqueue("full-{a}", "two").commit()))
                .isInstanceOfSatisfying(
                        Rejection.Conflict.class,
                        why -> assertThat(why.cause()).isInstanceOf(Rejection.QueueFull.class));
        assertThat(refusal(() -> transaction()
                        .enqueue("x-{a}", "x")
                        .enqueue("x-{far-away}", "x")
                        .enqueue("x-{further}", "x")
                        .enqueue("x-{elsewhere}", "x")
                        .commit()))
                .isInstanceOf(Rejection.SpansShards.class);
    }

    private static Rejection conflict(int op, Rejection cause) {
        return new Rejection.Conflict(op, cause.reason(), cause);
    }
}
