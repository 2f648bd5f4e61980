package dev.leat.client.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Body;
import dev.leat.api.Command;
import dev.leat.api.ContentType;
import dev.leat.api.Delivery;
import dev.leat.api.DurableStream;
import dev.leat.api.MessageQueue;
import dev.leat.api.NewMessage;
import dev.leat.api.Offset;
import dev.leat.api.ProducerStamp;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueName;
import dev.leat.api.Rejection;
import dev.leat.api.SettleResult;
import dev.leat.api.Settlement;
import dev.leat.api.StreamConfig;
import dev.leat.api.StreamPath;
import dev.leat.api.Transaction;
import dev.leat.api.TransactionBuilder;
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

    private static Command.Append append(String text, ProducerStamp stamp) {
        return new Command.Append(StreamPath.of("{a}/audit"), ContentType.TEXT, Body.of(text), stamp, null, false);
    }

    @Test
    void aTransactionAcksEnqueuesAndAppendsOrDoesNothing() {
        MessageQueue jobs = queues().create("jobs-{a}");
        MessageQueue mails = queues().create("mails-{a}");
        stream("{a}/audit").create(StreamConfig.text());
        jobs.enqueue("job");
        Delivery job = jobs.receive(1, Duration.ZERO).deliveries().get(0);

        List<Transaction.Result> done = transaction()
                .ack("jobs-{a}", job)
                .enqueue("mails-{a}", NewMessage.of("mail \u0000 ü").withKey("k"))
                .append("{a}/audit", Body.of("done"), Offset.START)
                .commit();
        Rejection conflict = refusal(() -> transaction()
                .enqueue("mails-{a}", "mail")
                .append("{a}/audit", Body.of("again"), Offset.START)
                .commit());

        assertThat(done).hasSize(3);
        assertThat(done.get(0)).isEqualTo(new Transaction.Result.Settled(new SettleResult.Acked(false)));
        assertThat(done.get(1)).isInstanceOf(Transaction.Result.Enqueued.class);
        assertThat(done.get(2)).isInstanceOfSatisfying(Transaction.Result.Appended.class, appended -> {
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

        List<Transaction.Result> done = transaction()
                .nack("jobs-{a}", all.get(0), Duration.ofHours(1))
                .settle("jobs-{a}", new Settlement.Release(all.get(1).deliveryId(), null))
                .settle("jobs-{a}", new Settlement.Reject(all.get(2).deliveryId(), "no", "trace"))
                .settle("jobs-{a}", new Settlement.Extend(all.get(3).deliveryId(), Duration.ofHours(2)))
                .commit();

        assertThat(done)
                .extracting(result -> ((Transaction.Result.Settled) result)
                        .result()
                        .getClass()
                        .getSimpleName())
                .containsExactly("Requeued", "Requeued", "Parked", "Extended");
    }

    @Test
    void aStampedAppendSucceedsAsADuplicate() {
        stream("{a}/audit").create(StreamConfig.text());
        ProducerStamp first = new ProducerStamp("p", 0, 0);

        Transaction.Result once =
                transaction().append(append("x", first), null).commit().get(0);
        Transaction.Result twice =
                transaction().append(append("x", first), null).commit().get(0);

        assertThat(((Transaction.Result.Appended) once).outcome().producer()).isEqualTo(first);
        assertThat(((Transaction.Result.Appended) once).outcome().duplicate()).isFalse();
        assertThat(((Transaction.Result.Appended) twice).outcome().producer()).isEqualTo(first);
        assertThat(((Transaction.Result.Appended) twice).outcome().duplicate()).isTrue();
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
                        .append(append("x", new ProducerStamp("p", 0, 7)), null)
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
