package dev.leat.engine.queue.codec;

import dev.leat.api.ContentType;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.queue.Retention;
import dev.leat.api.queue.TaskInfo;
import dev.leat.engine.queue.state.DecodedMessageId;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.PositionSet;
import dev.leat.engine.queue.state.Positions;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.queue.state.QueueTable;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.RedriveTask;
import dev.leat.engine.queue.state.RemovalReason;
import dev.leat.engine.queue.state.TransferSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Changes that could happen to a table as it is, of all kinds and with everything that a change can have. */
public final class RandomChanges {
    private static final long EPOCH = 1_700_000_000_000L;

    private final Random random;
    private final QueueTable table;
    private long time;

    public RandomChanges(Random random, QueueTable table) {
        this(random, table, EPOCH);
    }

    public RandomChanges(Random random, QueueTable table, long time) {
        this.random = random;
        this.table = table;
        this.time = time;
    }

    public long time() {
        return time;
    }

    public QueueChange next() {
        time += random.nextInt(100);
        List<Queue> queues = new ArrayList<>(table.all());
        if (queues.isEmpty() || random.nextInt(60) == 0) {
            return queue(table.nextNumber(), "q" + random.nextInt(1_000_000));
        }
        return next(one(queues));
    }

    public QueueChange next(Queue queue) {
        List<Group> groups = new ArrayList<>(queue.groups.values());
        if (groups.isEmpty()) {
            return group(queue, queue.nextGroup, GroupName.DEFAULT, maybe(places(queue)));
        }
        Group group = one(groups);
        int choice = random.nextInt(100);
        if (choice < 40) {
            return enqueued(queue);
        } else if (choice < 60) {
            return withPending(
                    group,
                    at -> new QueueChange.OfEntry(queue.number, group.number, at, entry(group.entry(at))),
                    queue);
        } else if (choice < 80) {
            return withPending(group, at -> new QueueChange.Done(queue.number, group.number, at, reason()), queue);
        }
        return switch (choice) {
            case 80, 81, 82, 83 -> withPending(group, at -> new QueueChange.Removed(queue.number, at, reason()), queue);
            case 84 -> new QueueChange.OfQueue(queue.number, queue.name, config(queue.config), flip(), queue.created);
            case 85 ->
                group(queue, queue.nextGroup, GroupName.of("g" + random.nextInt(1_000_000)), maybe(places(queue)));
            case 86 -> group(queue, group.number, group.name, null);
            case 87 -> group(queue, group.number, group.name, places(queue));
            case 88 -> groups.size() < 2 ? enqueued(queue) : new QueueChange.GroupRemoved(queue.number, group.number);
            case 89 -> new QueueChange.Purged(queue.number, flip() ? 0 : group.number, before(queue), flip());
            case 90, 91 -> new QueueChange.OfTask(queue.number, task(queue));
            case 92 ->
                queue.tasks.isEmpty()
                        ? enqueued(queue)
                        : new QueueChange.TaskRemoved(queue.number, one(new ArrayList<>(queue.tasks.keySet())));
            case 94 ->
                queue.arrivals.isEmpty()
                        ? enqueued(queue)
                        : new QueueChange.Forgotten(queue.number, one(new ArrayList<>(queue.arrivals)));
            case 95, 96 ->
                withPending(
                        group,
                        at -> new QueueChange.Bound(
                                queue.number, group.number, at, QueueName.of("dead" + random.nextInt(3))),
                        queue);
            case 93 -> random.nextInt(4) > 0 ? enqueued(queue) : new QueueChange.QueueRemoved(queue.number);
            default -> enqueued(queue);
        };
    }

    private interface OfPlace {
        QueueChange at(long at);
    }

    private QueueChange withPending(Group group, OfPlace change, Queue queue) {
        PositionSet pending = queue.absent(group.done);
        if (pending.size() == 0) {
            return enqueued(queue);
        }
        List<Long> all = new ArrayList<>();
        pending.forEach((from, to) -> {
            for (long at = from; at < to; at++) {
                all.add(at);
            }
        });
        return change.at(one(all));
    }

    private QueueChange queue(long number, String name) {
        return new QueueChange.OfQueue(number, QueueName.of(name), config(null), flip(), time);
    }

    private static QueueChange group(Queue queue, int number, GroupName name, @Nullable PositionSet done) {
        return new QueueChange.OfGroup(queue.number, number, name, "head", false, 5, done);
    }

    public QueueChange enqueued(Queue queue) {
        int lane = random.nextInt(3);
        long at = queue.next[lane];
        boolean moved = random.nextInt(5) == 0;
        DecodedMessageId key =
                moved ? new DecodedMessageId(time - 7, 99, 3) : new DecodedMessageId(time, queue.number, at);
        QueuedMessage message = new QueuedMessage(
                at,
                queue.nextSeq,
                key,
                time,
                new byte[random.nextInt(20) == 0 ? 70_000 : random.nextInt(9)],
                one(List.of(ContentType.BYTES, ContentType.JSON, new ContentType("image/png"))),
                maybe("key"),
                flip() ? 0 : time + random.nextInt(1000),
                flip() ? Long.MAX_VALUE : time + random.nextInt(1000),
                flip() ? 0 : random.nextInt(1000),
                random.nextInt(3),
                flip() ? Set.of() : Set.of(one(new ArrayList<>(queue.groups.keySet())), GroupName.of("other")),
                flip() ? Map.of() : Map.of("a", "1", "b", "ü"),
                moved ? provenance() : null,
                moved ? new TransferSource(99, 1, random.nextInt(100)) : null);
        String dedup = maybe("d" + random.nextInt(100));
        return new QueueChange.Enqueued(queue.number, message, dedup, dedup == null ? 0 : time + 500);
    }

    private DeliveryState entry(@Nullable DeliveryState before) {
        if (before == null || before.consumer() == null || flip()) {
            return entry();
        }
        DeliveryState failed = flip() ? before : before.failed(time, "nacked", maybe("why"), maybe("stack " + time));
        return failed.fenced();
    }

    public DeliveryState entry() {
        long last = time - random.nextInt(100);
        return new DeliveryState(
                one(List.of(DeliveryState.State.values())),
                random.nextInt(1000),
                random.nextInt(10),
                random.nextInt(3),
                flip() ? 0 : time + 30_000,
                flip() ? last : time,
                flip() ? last : last - 1000,
                last,
                maybe("worker-1"),
                maybe(one(List.of(Delivery.Redelivery.values()))),
                maybe(one(List.of(Provenance.Reason.values()))),
                flip() ? 0 : 7,
                history());
    }

    private List<Provenance.Attempt> history() {
        List<Provenance.Attempt> history = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            history.add(new Provenance.Attempt(
                    i, ConsumerName.of("c"), Instant.ofEpochMilli(time), "nacked", maybe("why"), maybe("stack")));
        }
        return history;
    }

    private Provenance provenance() {
        return new Provenance(
                QueueName.of("origin"),
                GroupName.of("g"),
                MessageId.of("m"),
                17,
                Instant.ofEpochMilli(time - 7),
                maybe(Instant.ofEpochMilli(time - 5)),
                maybe(Instant.ofEpochMilli(time - 3)),
                3,
                1,
                Provenance.Reason.REJECTED,
                maybe("error"),
                maybe(ConsumerName.of("c")),
                history(),
                1);
    }

    private QueueConfig config(@Nullable QueueConfig before) {
        QueueConfig.Mode mode = before != null ? before.mode() : one(List.of(QueueConfig.Mode.values()));
        return QueueConfig.builder(mode)
                .lease(Duration.ofMillis(1 + random.nextInt(1000)))
                .maxAttempts(random.nextInt(10))
                .deadLetter(maybe(QueueName.of("dead")))
                .exhausted(one(List.of(QueueConfig.Exhausted.values())))
                .retryBackoff(flip() ? Backoff.NONE : new Backoff(Duration.ofSeconds(1), 1.5, Duration.ofHours(1)))
                .priority(before == null ? flip() : before.priority())
                .ttl(maybe(Duration.ofDays(1)))
                .expired(one(List.of(QueueConfig.Expired.values())))
                .dedupScope(one(List.of(QueueConfig.DedupScope.values())))
                .maxMessages(random.nextInt(1000))
                .full(one(List.of(QueueConfig.Full.values())))
                .retention(one(List.of(
                        Retention.INTEREST,
                        new Retention.Interest(Duration.ofNanos(1_000_001)),
                        new Retention.Limits(Duration.ofDays(1), 5L, null))))
                .ageStep(maybe(Duration.ofSeconds(1)))
                .groupIdleExpiry(maybe(Duration.ofMinutes(1)))
                .fair(flip())
                .strictLease(flip())
                .releaseOnExpire(flip())
                .build();
    }

    private RedriveTask task(Queue queue) {
        return new RedriveTask(
                flip() || queue.tasks.isEmpty() ? queue.nextTask : one(new ArrayList<>(queue.tasks.keySet())),
                flip()
                        ? RedriveFilter.ALL
                        : new RedriveFilter(
                                QueueName.of("origin"),
                                GroupName.of("g"),
                                Provenance.Reason.TTL,
                                Set.of(MessageId.of("a"), MessageId.of("b"))),
                10,
                2.5,
                maybe(QueueName.of("to")),
                queue.nextSeq,
                3,
                one(List.of(TaskInfo.State.values())),
                1,
                2,
                3,
                time,
                0,
                maybe("problem"));
    }

    private PositionSet places(Queue queue) {
        PositionSet done = queue.dropped.copy();
        done.addRange(Positions.first(1), Positions.first(1) + random.nextLong(1 + Positions.within(queue.next[1])));
        return done;
    }

    private long[] before(Queue queue) {
        long[] before = queue.next.clone();
        if (random.nextInt(3) == 0) {
            before[1] = Positions.first(1) + random.nextLong(1 + Positions.within(queue.next[1]));
        }
        return before;
    }

    private RemovalReason reason() {
        return one(List.of(RemovalReason.values()));
    }

    private boolean flip() {
        return random.nextBoolean();
    }

    private <T> @Nullable T maybe(T value) {
        return flip() ? value : null;
    }

    private <T> T one(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }
}
