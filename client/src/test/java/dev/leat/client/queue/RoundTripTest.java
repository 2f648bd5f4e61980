package dev.leat.client.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.TransactionResult;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.CreateGroupResult;
import dev.leat.api.queue.CreateQueueResult;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.EnqueueRefusal;
import dev.leat.api.queue.EnqueueResult;
import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.GroupStats;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessagePage;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.PresencePage;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.PurgeScope;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.QueuePage;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.queue.TaskId;
import dev.leat.api.queue.TaskInfo;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Transaction;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.client.LeatClient;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the client is asked reaches the engine behind the server unchanged, and what that answers comes back unchanged. */
class RoundTripTest {
    private static final QueueName Q = QueueName.of("q {a} 100% ü/?".replace("/", "&"));
    private static final GroupName G = GroupName.of("g #1");
    private static final ConsumerName C = ConsumerName.of("c+1=ü");
    private static final MessageId M = MessageId.of("m/1?");
    private static final DeliveryId D = DeliveryId.of("d+/=");
    private static final Instant AT = Instant.parse("2026-01-31T12:34:56.789Z");
    private static final Duration ODD = Duration.ofSeconds(3723, 4_000_000);

    private final AnsweringEngine engine = new AnsweringEngine();
    private final LeatServer server = LeatServer.start(
            engine, ServerSettings.defaults().withPort(0).withEventLoops(1), Access.OPEN, new SimpleMeterRegistry());
    private final LeatClient client = LeatClient.connect("http://127.0.0.1:" + server.port());

    @AfterEach
    void close() {
        client.close();
        server.stop(Duration.ZERO);
    }

    private <O extends Outcome> void passes(Command<O> command, O outcome) throws InterruptedException {
        engine.answers(outcome);
        O answered = client.engine().call(command);
        same(engine.asked(), command);
        same(answered, outcome);
    }

    private <O extends Outcome> void passes(Query<O> query, O outcome) throws InterruptedException {
        engine.answers(outcome);
        O answered = client.engine().call(query);
        same(engine.asked(), query);
        same(answered, outcome);
    }

    private static void same(Object actual, Object expected) {
        assertThat(actual).usingRecursiveComparison().isEqualTo(expected);
    }

    @Test
    void management() throws InterruptedException {
        QueueConfig config = QueueConfig.fanout();
        QueueConfig other =
                config.toBuilder().ttl(ODD).lease(Duration.ofMillis(1)).build();

        passes(new QueueCommand.CreateQueue(Q, other), new CreateQueueResult(true, other));
        passes(new QueueCommand.CreateQueue(Q, config), new CreateQueueResult(false, config));
        passes(new QueueCommand.UpdateQueue(Q, other, config), new QueueOutcome.QueueUpdated(other));
        passes(new QueueCommand.DeleteQueue(Q, true), new QueueOutcome.QueueDeleted());
        passes(new QueueCommand.DeleteQueue(Q, false), new QueueOutcome.QueueDeleted());
        for (PurgeScope scope : PurgeScope.values()) {
            passes(new QueueCommand.Purge(Q, scope, G), new QueueOutcome.Purged(1L << 40));
        }
        passes(new QueueCommand.Pause(Q, G, true), new QueueOutcome.Paused(true));
        passes(new QueueCommand.Pause(Q, null, false), new QueueOutcome.Paused(false));
        passes(new QueueQuery.Queue(Q), info(other));
        passes(new QueueQuery.Queues("q", Q, 2), new QueuePage(List.of(info(config), info(other)), true));
        passes(new QueueQuery.Queues(null, 1000), new QueuePage(List.of(), false));
    }

    private static QueueInfo info(QueueConfig config) {
        return new QueueInfo(Q, config, AT, 1, 2, 3, true, 4, 5, List.of(group(null), group(AT)));
    }

    private static GroupInfo group(Instant oldest) {
        return new GroupInfo(G, 1, 2, 3, 4, 5, oldest, 6, true, 7, new GroupStats(1, 2, 3, 4, 5, 6, 7, 8, 9));
    }

    @Test
    void groupsAndTasks() throws InterruptedException {
        GroupInfo info = group(AT);
        for (GroupStart start : List.of(
                GroupStart.HEAD, GroupStart.TAIL, new GroupStart.Seq(Long.MAX_VALUE), new GroupStart.Timestamp(AT))) {
            passes(new QueueCommand.CreateGroup(Q, G, start), new CreateGroupResult(true, info));
            passes(new QueueCommand.SeekGroup(Q, G, start, true), new QueueOutcome.GroupMoved(info));
        }
        passes(new QueueCommand.DeleteGroup(Q, G, true), new QueueOutcome.GroupDeleted());
        passes(new QueueQuery.Group(Q, G), info);
        for (TaskInfo.State state : TaskInfo.State.values()) {
            TaskInfo task = new TaskInfo(TaskId.of("t/1 ü"), Q, state, 1, 2, 3, AT, AT, "full", ODD);
            passes(new QueueQuery.Task(task.task()), task);
            passes(new QueueCommand.Redrive(Q, RedriveFilter.ALL, 0, 0, null), task);
        }
        RedriveFilter filter = new RedriveFilter(Q, G, Provenance.Reason.ATTEMPTS_EXHAUSTED, Set.of(M));
        passes(
                new QueueCommand.Redrive(Q, filter, Long.MAX_VALUE, 0.125, Q),
                new TaskInfo(TaskId.of("t"), Q, TaskInfo.State.RUNNING, 0, 0, 0, AT, null, null, null));
    }

    private static final NewMessage FULL = new NewMessage(
            new byte[] {0, 1, -1},
            new ContentType("image/x-icon; a=b"),
            "key 1",
            9,
            null,
            ODD,
            Duration.ofDays(36_500),
            "dedup",
            Integer.MAX_VALUE,
            Set.of(G, GroupName.of("h")),
            Map.of("name", "value", "x-y_z", "a, b"));

    @Test
    void messages() throws InterruptedException {
        QueueOutcome.Enqueued taken = new QueueOutcome.Enqueued(List.of(new EnqueueResult(M, Long.MAX_VALUE, false)));
        NewMessage moment = NewMessage.of("x").withNotBefore(AT);

        passes(QueueCommand.Enqueue.of(Q, FULL), taken);
        passes(QueueCommand.Enqueue.of(Q, moment), taken);
        passes(QueueCommand.Enqueue.of(Q, FULL.withKey(" ü ").withHeaders(Map.of("A b", "\n"))), taken);
        passes(
                new QueueCommand.Enqueue(Q, List.of(FULL, moment, NewMessage.json("{}")), true),
                new QueueOutcome.Enqueued(List.of(
                        new EnqueueResult(M, 1, true),
                        new EnqueueRefusal(new Rejection.QueueFull(Q, Duration.ofSeconds(3))),
                        new EnqueueRefusal(new Rejection.BadArgument("no")))));
        passes(new QueueCommand.Cancel(Q, M, true), new QueueOutcome.Cancelled());
        passes(new QueueCommand.CancelAll(Q, List.of(0L, -1L, 1L << 60)), new QueueOutcome.CancelledAll(2));
        for (MessageInfo.State state : MessageInfo.State.values()) {
            passes(
                    new QueueQuery.Browse(Q, G, state, "17", 1000),
                    new MessagePage(List.of(message(state), message(state)), "19"));
        }
        passes(new QueueQuery.Browse(Q, null, null, null, 1), new MessagePage(List.of(), null));
        passes(new QueueQuery.Browse(Q, null, null, null, 1, QueueSide.TAIL), new MessagePage(List.of(), null));
        passes(new QueueQuery.Message(Q, M), new QueueOutcome.Found(message(MessageInfo.State.DONE)));
        passes(new QueueQuery.MessageAt(Q, 17), new QueueOutcome.Found(message(MessageInfo.State.DEAD)));
    }

    private static MessageInfo message(MessageInfo.State state) {
        return new MessageInfo(
                M,
                5,
                "{\"a\": 1} ".getBytes(java.nio.charset.StandardCharsets.UTF_8),
                ContentType.JSON,
                "k",
                4,
                Map.of("A", "ü"),
                AT,
                AT.plusSeconds(1),
                AT.plusNanos(1_000_000),
                provenance(Provenance.Reason.TTL),
                List.of(
                        new MessageInfo.InGroup(
                                G,
                                state,
                                1,
                                2,
                                AT,
                                C,
                                M,
                                provenance(Provenance.Reason.TTL).history()),
                        new MessageInfo.InGroup(G, state, 0, 0, null, null, null, List.of())));
    }

    private static Provenance provenance(Provenance.Reason reason) {
        return new Provenance(
                Q,
                G,
                M,
                9,
                AT,
                AT,
                null,
                3,
                2,
                reason,
                "error\n\u0000",
                C,
                List.of(
                        new Provenance.Attempt(1, C, AT, "nacked", "why", "trace"),
                        new Provenance.Attempt(2, C, AT, "expired", null, null)),
                8);
    }

    @Test
    void work() throws InterruptedException {
        Deliveries none = new Deliveries(List.of(), true);

        passes(new QueueCommand.Receive(Q, G, C, 1000, ODD.minusHours(1), ODD), none);
        passes(new QueueCommand.Receive(Q, null, C, 1, Duration.ZERO, null), none);
        passes(
                new QueueCommand.Receive(
                        Q,
                        null,
                        C,
                        1,
                        Duration.ZERO,
                        null,
                        List.of(DeliveryId.of("a"), DeliveryId.of("b")),
                        QueueSide.TAIL),
                new Deliveries(
                        List.of(),
                        false,
                        List.of(
                                new SettleResult.Acked(true),
                                new SettleResult.Refused(new Rejection.HandleInvalid(Q)))));
        for (Delivery.Redelivery why : Delivery.Redelivery.values()) {
            passes(
                    new QueueCommand.Claim(Q, G, C, Duration.ZERO, 3, ODD),
                    new Deliveries(List.of(delivery(why), delivery(null)), false));
        }
        passes(new QueueCommand.Claim(Q, null, C, null, 1, null), none);
        for (QueueSide side : QueueSide.values()) {
            passes(new QueueCommand.Pop(Q, 5, side), none);
        }
    }

    private static Delivery delivery(Delivery.Redelivery why) {
        return new Delivery(
                D,
                M,
                Long.MAX_VALUE,
                2,
                0,
                new byte[] {7, -7},
                ContentType.BYTES,
                why == null ? null : "k",
                0,
                Map.of("", ""),
                AT,
                AT.plus(ODD),
                why,
                why == null ? null : provenance(Provenance.Reason.REJECTED));
    }

    private static final List<Settlement> SETTLEMENTS = List.of(
            new Settlement.Ack(D, true),
            Settlement.Ack.of(D),
            new Settlement.Nack(D, ODD, "reason", "error ü"),
            Settlement.Nack.of(D),
            new Settlement.Release(D, Duration.ZERO),
            Settlement.Release.of(D),
            new Settlement.Reject(D, null, "error"),
            new Settlement.Extend(D, Duration.ZERO),
            new Settlement.Extend(D, ODD),
            Settlement.Ack.of(D));

    private static final List<SettleResult> RESULTS = List.of(
            new SettleResult.Acked(true),
            new SettleResult.AlreadySettled(SettleResult.AlreadySettled.How.PURGED),
            new SettleResult.Requeued(AT),
            new SettleResult.DeadLettered(Q, M),
            new SettleResult.DeadLettered(Q, null),
            new SettleResult.Parked(),
            new SettleResult.Dropped(),
            new SettleResult.Extended(AT),
            new SettleResult.Refused(new Rejection.LeaseLost(MessageInfo.State.DEAD, Q, M)),
            new SettleResult.Refused(new Rejection.HandleInvalid(Q)));

    @Test
    void settlements() throws InterruptedException {
        passes(new QueueCommand.Settle(Q, SETTLEMENTS, false), new QueueOutcome.Settled(RESULTS));
        passes(
                new QueueCommand.Settle(Q, SETTLEMENTS.subList(0, 1), true),
                new QueueOutcome.Settled(RESULTS.subList(0, 1)));
    }

    @Test
    void presence() throws InterruptedException {
        for (Presence.State state : Presence.State.values()) {
            Presence one = new Presence(
                    Q, G, C, "i 1", state, AT, AT, ODD, ODD, Map.of("a", "b"), 1, 2, AT, null, 1L << 40, 3, true);
            passes(
                    new QueueCommand.Heartbeat(Q, G, C, "i 1", Duration.ofSeconds(5), Map.of("ü", ""), true, 7),
                    new QueueOutcome.Present(one));
            passes(
                    new QueueQuery.Consumers(Q, G),
                    new PresencePage(List.of(one, one), List.of(new Presence.Counts(Q, G, 1, 2, 3, 4))));
        }
        passes(new QueueCommand.Leave(Q, G, C, "i 1", true), new QueueOutcome.Left(true));
        passes(new QueueCommand.Leave(Q, G, C, "", false), new QueueOutcome.Left(false));
        passes(new QueueQuery.Consumers(null, null), new PresencePage(List.of(), List.of()));
    }

    @Test
    void transactions() throws InterruptedException {
        ProducerStamp stamp = new ProducerStamp("p", 2, ProducerStamp.MAX);
        Command.Append whole = new Command.Append(
                StreamPath.of("a/b ü"), ContentType.JSON, Body.of("{\"a\": 1} "), stamp, "0007", true);
        Command.Append close = new Command.Append(StreamPath.of("a"), null, Body.EMPTY, null, null, true);

        passes(
                new Transaction(List.of(
                        new Transaction.Op.Settle(Q, SETTLEMENTS.get(2)),
                        new Transaction.Op.Enqueue(Q, FULL),
                        new Transaction.Op.Append(whole, new Offset(1234)),
                        new Transaction.Op.Append(close, null))),
                new QueueOutcome.Transacted(List.of(
                        new TransactionResult.Settled(RESULTS.get(2)),
                        new TransactionResult.Enqueued(M, 7, true),
                        new TransactionResult.Appended(new AppendResult(new Offset(5), true, false, stamp)),
                        new TransactionResult.Appended(new AppendResult(new Offset(6), false, true, null)))));
    }

    @Test
    void whatAServerCannotBeAskedForIsRefusedHere() {
        Command.Append two = new Command.Append(
                StreamPath.of("a"), null, new Body(List.of(new byte[] {1}, new byte[] {2})), null, null, false);

        assertThat(Contract.refusal(
                        () -> client.engine().call(new Transaction(List.of(new Transaction.Op.Append(two, null))))))
                .isInstanceOf(Rejection.BadArgument.class);
    }
}
