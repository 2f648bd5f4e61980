package dev.leat.engine.queue.deadletter;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.queue.TaskInfo.State;
import dev.leat.engine.queue.delivery.FreedPayloadBytes;
import dev.leat.engine.queue.delivery.MessageLoader;
import dev.leat.engine.queue.delivery.QueueShardContext;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Positions;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.RedriveTask;
import dev.leat.engine.queue.state.RemovalReason;
import dev.leat.engine.queue.state.TransferSource;
import dev.leat.engine.queue.state.TransferredMessage;
import dev.leat.engine.shard.Changes;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Redrive tasks in the background: each turn moves a few dead letters back, at the requested rate. The progress is durable together with
 * the moves, so a task continues after a restart.
 */
public final class Redrives {
    /** How long a finished task stays visible. */
    private static final long KEEP_MILLIS = Duration.ofDays(1).toMillis();

    /** How long a task waits for room. */
    private static final long RETRY_MILLIS = 5_000;

    private static final int STEPS = 1000;
    private static final int MAX_IN_FLIGHT = 256;

    private final QueueShardContext shard;
    private final QueueCatalog catalog;
    private final Transfers transfers;
    private final MessageLoader loader;
    private final FreedPayloadBytes freedPayloadBytes;
    private final Map<Key, Run> runs = new HashMap<>();

    private record Key(long queue, long task) {}

    /** A running task. */
    private static final class Run {
        final Set<Long> inFlight = new HashSet<>();
        final RedriveRate rate;
        boolean planned;

        Run(RedriveRate rate) {
            this.rate = rate;
        }
    }

    public Redrives(
            QueueShardContext shard,
            QueueCatalog catalog,
            Transfers transfers,
            MessageLoader loader,
            FreedPayloadBytes freedPayloadBytes) {
        this.shard = shard;
        this.catalog = catalog;
        this.transfers = transfers;
        this.loader = loader;
        this.freedPayloadBytes = freedPayloadBytes;
    }

    /** Plans the next step of a task, or its removal if it has ended. */
    public void watch(Queue queue, RedriveTask task, long now) {
        if (task.state() == State.RUNNING) {
            plan(queue, task.number(), now + 1);
        } else {
            shard.timers().at(task.ended() + KEEP_MILLIS, changes -> forget(queue, task.number(), changes));
        }
    }

    private void forget(Queue queue, long task, Changes changes) {
        RedriveTask known = queue.deleted ? null : queue.tasks.get(task);
        if (known != null && known.state() != State.RUNNING) {
            runs.remove(new Key(queue.number, task));
            shard.change(new QueueChange.TaskRemoved(queue.number, task), changes);
        }
    }

    private Run run(Queue queue, long task) {
        RedriveTask known = queue.tasks.get(task);
        RedriveRate rate = new RedriveRate(known == null ? 0 : known.perSecond());
        return runs.computeIfAbsent(new Key(queue.number, task), key -> new Run(rate));
    }

    private void plan(Queue queue, long task, long at) {
        Run run = run(queue, task);
        if (!run.planned) {
            run.planned = true;
            shard.timers().at(at, changes -> {
                run.planned = false;
                step(queue, task, run, changes);
            });
        }
    }

    private void step(Queue queue, long number, Run run, Changes changes) {
        RedriveTask before = queue.deleted ? null : queue.tasks.get(number);
        if (before == null || before.state() != State.RUNNING) {
            return;
        }
        RedriveProgress progress = new RedriveProgress(before);
        long wait = advance(queue, progress, run, changes);
        if (progress.ended && run.inFlight.isEmpty()) {
            progress.end(State.DONE, changes.time());
        }
        if (!progress.isRunning() && run.inFlight.isEmpty()) {
            runs.remove(new Key(queue.number, number));
        } else if (wait >= 0) {
            plan(queue, number, changes.time() + wait);
        }
        save(queue, before, progress.task(), changes);
    }

    private void save(Queue queue, RedriveTask before, RedriveTask after, Changes changes) {
        if (!after.equals(before)) {
            shard.change(new QueueChange.OfTask(queue.number, after), changes);
            if (before.state() == State.RUNNING && after.state() != State.RUNNING) {
                watch(queue, after, changes.time());
            }
        }
    }

    /** Moves some messages. Returns the wait before the next step in milliseconds; -1 if another event continues the task. */
    private long advance(Queue queue, RedriveProgress progress, Run run, Changes changes) {
        for (int steps = 0; steps < STEPS && !changes.isFull(); steps++) {
            long at = queue.nextPresent(progress.next);
            progress.ended = at < 0 || progress.isEnough(run.inFlight.size());
            if (progress.ended || run.inFlight.size() >= (progress.isHeld() ? 1 : MAX_IN_FLIGHT)) {
                return -1;
            }
            long wait = run.rate.left(changes.time());
            if (wait > 0) {
                return wait;
            }
            QueuedMessage message = queue.resident.get(at);
            if (message == null) {
                loader.window(queue, at, new Continuation(queue, progress.number()));
                return -1;
            }
            boolean meant = !run.inFlight.contains(at) && progress.isMeant(message);
            Transfers.Refusal refusal = meant ? move(queue, message, progress, run, changes) : null;
            if (refusal != null) {
                progress.held(progress.target(message), refusal, changes.time());
                return progress.isRunning() ? RETRY_MILLIS : -1;
            }
            progress.next = at + 1;
        }
        return 1;
    }

    /** Moves a message, or begins to. Returns why it was not accepted; null if it was. */
    private Transfers.@Nullable Refusal move(
            Queue queue, QueuedMessage message, RedriveProgress progress, Run run, Changes changes) {
        long at = message.at();
        QueueName to = progress.target(message);
        if (to == null || queue.isLeased(at) || queue.isMoving(at)) {
            progress.skipped++;
            return null;
        }
        TransferredMessage arrival = arrival(queue, message, to);
        Queue here = shard.table().find(to);
        boolean there = here == null && catalog.find(to) != null;
        if (there && queue.groups.isEmpty()) {
            return Transfers.Refusal.NO_GROUPS;
        }
        if (there) {
            ship(queue, message, to, arrival, progress, run, changes);
            return null;
        }
        Transfers.Refusal refusal = Transfers.refusal(here, arrival);
        if (here != null && refusal == null) {
            freedPayloadBytes.use(message.bytes(), changes);
            transfers.arrive(here, arrival, changes);
            shard.remove(queue, at, RemovalReason.MOVED, changes);
            run.rate.sent(changes.time());
            progress.moved();
        }
        return refusal;
    }

    private void ship(
            Queue queue,
            QueuedMessage message,
            QueueName to,
            TransferredMessage arrival,
            RedriveProgress progress,
            Run run,
            Changes changes) {
        boolean wanted = false;
        for (Group group : queue.groups.values()) {
            if (!group.isDone(message.at())) {
                wanted = true;
                DeliveryState known = group.entry(message.at());
                DeliveryState entry = known == null ? group.untouched(message) : known;
                shard.put(group, message.at(), entry.movedBy(progress.number()), changes);
            }
        }
        if (!wanted) {
            progress.skipped++;
            return;
        }
        TransferSource origin = new TransferSource(queue.number, TransferSource.ALL, message.at());
        run.inFlight.add(message.at());
        run.rate.sent(changes.time());
        transfers.ship(new Transfers.Transfer(queue.name, origin, to, arrival), changes);
    }

    /** Returns the message as it is sent. A message that goes back to its origin is for the group that it failed in. */
    private TransferredMessage arrival(Queue queue, QueuedMessage message, QueueName to) {
        Provenance provenance = message.provenance();
        boolean home = provenance != null && provenance.originQueue().equals(to);
        return new TransferredMessage(
                message.id(),
                message.payload(),
                message.contentType(),
                message.orderKey(),
                priority(queue, message, to),
                message.ttl(),
                message.maxAttempts(),
                message.headers(),
                home && provenance != null ? provenance.originGroup() : null,
                null,
                new TransferSource(queue.number, TransferSource.ALL, message.at()),
                provenance == null
                        ? TransferredMessage.DeliveryHistory.NONE
                        : TransferredMessage.DeliveryHistory.of(provenance));
    }

    /** Returns the priority in the original queue if the message goes back there, and not to another queue of that name. */
    private int priority(Queue queue, QueuedMessage message, QueueName to) {
        TransferSource origin = message.origin();
        QueueCatalog.Listed there = catalog.find(to);
        return origin != null && there != null && there.number() == origin.queue()
                ? Positions.priorityOf(Positions.lane(origin.at()))
                : queue.priority(message.at());
    }

    /** Records the result of a transfer to another shard. */
    void concluded(
            Queue queue,
            long task,
            long at,
            @Nullable QueueName to,
            Transfers.@Nullable Refusal refusal,
            Changes changes) {
        Run run = run(queue, task);
        run.inFlight.remove(at);
        if (refusal == null) {
            shard.remove(queue, at, RemovalReason.MOVED, changes);
        } else {
            queue.groups.values().forEach(group -> restore(group, at, changes));
        }
        RedriveTask before = queue.tasks.get(task);
        if (before != null) {
            RedriveProgress progress = new RedriveProgress(before);
            if (refusal == null) {
                progress.moved();
            } else {
                progress.next = Math.min(progress.next, at);
                progress.held(to, refusal, changes.time());
            }
            save(queue, before, progress.task(), changes);
            plan(queue, task, changes.time() + (refusal == null ? 0 : RETRY_MILLIS));
        }
    }

    /** Restores the state of a message that was not accepted. */
    private void restore(Group group, long at, Changes changes) {
        DeliveryState entry = group.entry(at);
        if (entry != null && entry.state() == DeliveryState.State.MOVING) {
            Provenance.Reason reason = entry.deadReason();
            shard.put(
                    group,
                    at,
                    reason != null ? entry.parked(reason) : entry.again(changes.time(), 0, entry.redelivery()),
                    changes);
        }
    }

    /** Resumes a message that was moving at the last start. */
    public void resume(Group group, long at, DeliveryState entry, Changes changes) {
        Queue queue = group.queue;
        if (!run(queue, entry.task()).inFlight.add(at)) {
            return; // another group of the queue has resumed it
        }
        QueuedMessage message = queue.resident.get(at);
        if (message == null) {
            run(queue, entry.task()).inFlight.remove(at);
            loader.one(queue, at, new LoadedTransfer(group, at));
            return;
        }
        RedriveTask task = queue.tasks.get(entry.task());
        QueueName to = task == null ? null : new RedriveProgress(task).target(message);
        if (task == null || to == null) {
            concluded(queue, entry.task(), at, to, Transfers.Refusal.MISSING, changes);
        } else {
            TransferredMessage arrival = arrival(queue, message, to);
            TransferSource origin = new TransferSource(queue.number, TransferSource.ALL, at);
            transfers.ship(new Transfers.Transfer(queue.name, origin, to, arrival), changes);
        }
    }

    /** Continuation of a task that waits for messages to be read. */
    private final class Continuation implements MessageLoader.LoadListener {
        private final Queue queue;
        private final long task;

        Continuation(Queue queue, long task) {
            this.queue = queue;
            this.task = task;
        }

        @Override
        public void loaded(Changes changes) {
            plan(queue, task, changes.time());
        }

        @Override
        public void failed(Rejection rejection) {
            // read again at the next start
        }
    }

    /** Continuation of a moving message that had to be read. */
    private final class LoadedTransfer implements MessageLoader.LoadListener {
        private final Group group;
        private final long at;

        LoadedTransfer(Group group, long at) {
            this.group = group;
            this.at = at;
        }

        @Override
        public void loaded(Changes changes) {
            DeliveryState entry = group.deleted ? null : group.entry(at);
            if (entry != null && entry.state() == DeliveryState.State.MOVING) {
                resume(group, at, entry, changes);
            }
        }

        @Override
        public void failed(Rejection rejection) {
            // resumed at the next start
        }
    }

    /** Progress of a task during one step. */
    public static final class RedriveProgress {
        private final RedriveTask before;
        private State state;
        private long endedAt;
        private @Nullable String problem;

        public long next;
        public long moved;
        public long skipped;
        private long total;

        /** Whether no message is left to begin with. */
        public boolean ended;

        public RedriveProgress(RedriveTask task) {
            this.before = task;
            this.state = task.state();
            this.endedAt = task.ended();
            this.problem = task.problem();
            this.next = task.next();
            this.moved = task.moved();
            this.skipped = task.skipped();
            this.total = task.total();
        }

        public long number() {
            return before.number();
        }

        @Nullable
        public QueueName to() {
            return before.to();
        }

        boolean isRunning() {
            return state == State.RUNNING;
        }

        public void end(State how, long now) {
            state = how;
            endedAt = now;
            total = how == State.DONE ? moved + skipped : total;
        }

        public void moved() {
            moved++;
            problem = isRunning() ? null : problem;
        }

        /** Records that a message was not accepted: the task waits for room, or fails if the reason is permanent. */
        public void held(@Nullable QueueName where, Transfers.Refusal why, long now) {
            if (isRunning()) {
                problem = where == null ? why.words : where + ": " + why.words;
                if (why != Transfers.Refusal.FULL && why != Transfers.Refusal.NO_ROOM) {
                    end(State.FAILED, now);
                }
            }
        }

        /** Returns whether the last message was not accepted. The task tries one message at a time then. */
        boolean isHeld() {
            return problem != null;
        }

        boolean isEnough(int inFlight) {
            return before.limit() > 0 && moved + inFlight >= before.limit();
        }

        /** Returns whether the filter of the task matches a message. */
        public boolean isMeant(QueuedMessage message) {
            RedriveFilter filter = before.filter();
            Provenance from = message.provenance();
            return message.seq() < before.upTo()
                    && (filter.originQueue() == null
                            || (from != null && filter.originQueue().equals(from.originQueue())))
                    && (filter.originGroup() == null
                            || (from != null && filter.originGroup().equals(from.originGroup())))
                    && (filter.reason() == null || (from != null && filter.reason() == from.reason()))
                    && (filter.messageIds().isEmpty()
                            || filter.messageIds().contains(message.id().encoded()));
        }

        /** Returns the target of a message; null if it is unknown. */
        @Nullable
        public QueueName target(QueuedMessage message) {
            Provenance from = message.provenance();
            return before.to() != null ? before.to() : from == null ? null : from.originQueue();
        }

        public RedriveTask task() {
            return new RedriveTask(
                    before.number(),
                    before.filter(),
                    before.limit(),
                    before.perSecond(),
                    before.to(),
                    before.upTo(),
                    next,
                    state,
                    moved,
                    skipped,
                    total,
                    before.created(),
                    endedAt,
                    problem);
        }
    }

    /**
     * Rate limit of a redrive, counted from the last message. A late turn is made up for; a pause or a restart is not, because all
     * messages of that time would move at once. Not on disk.
     */
    static final class RedriveRate {
        private static final double LATE_MILLIS = 100;

        private final double interval;
        private double next = -1;

        /** @param perSecond the most messages per second; 0 for no limit */
        RedriveRate(double perSecond) {
            this.interval = perSecond == 0 ? 0 : 1000 / perSecond;
        }

        /** Returns the wait until the next message in milliseconds; 0 for none. */
        long left(long now) {
            return interval == 0 || next <= now ? 0 : (long) Math.min(60_000, Math.ceil(next - now));
        }

        /** Counts a message. */
        void sent(long now) {
            next = (next < 0 ? now : Math.max(next, now - LATE_MILLIS)) + interval;
        }
    }
}
