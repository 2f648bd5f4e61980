package dev.leat.engine.queue;

import dev.leat.api.Provenance;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome.TaskInfo.State;
import dev.leat.api.RedriveFilter;
import org.jspecify.annotations.Nullable;

/** How far a redrive is while it goes on. */
final class RedriveProgress {
    private final RedriveTask before;
    private State state;
    private long endedAt;
    private @Nullable String problem;

    long next;
    long moved;
    long skipped;
    private long total;

    /** Whether there is nothing more to begin with. */
    boolean ended;

    RedriveProgress(RedriveTask task) {
        this.before = task;
        this.state = task.state();
        this.endedAt = task.ended();
        this.problem = task.problem();
        this.next = task.next();
        this.moved = task.moved();
        this.skipped = task.skipped();
        this.total = task.total();
    }

    long number() {
        return before.number();
    }

    @Nullable
    QueueName to() {
        return before.to();
    }

    boolean isRunning() {
        return state == State.RUNNING;
    }

    void end(State how, long now) {
        state = how;
        endedAt = now;
        total = how == State.DONE ? moved + skipped : total;
    }

    void moved() {
        moved++;
        problem = isRunning() ? null : problem;
    }

    /** One cannot go, and stays where it is: the task waits until there is room, or ends if that will never do. */
    void held(@Nullable QueueName where, Transfers.Refusal why, long now) {
        if (isRunning()) {
            problem = where == null ? why.words : where + ": " + why.words;
            if (why != Transfers.Refusal.FULL && why != Transfers.Refusal.NO_ROOM) {
                end(State.FAILED, now);
            }
        }
    }

    /** Whether the last one did not go. Then one at a time is tried. */
    boolean isHeld() {
        return problem != null;
    }

    boolean isEnough(int underWay) {
        return before.limit() > 0 && moved + underWay >= before.limit();
    }

    /** Whether a message is one of those that the task is about. */
    boolean isMeant(QueuedMessage message) {
        RedriveFilter filter = before.filter();
        Provenance from = message.provenance();
        return message.seq() < before.upTo()
                && (filter.originQueue() == null
                        || (from != null && filter.originQueue().equals(from.originQueue())))
                && (filter.originGroup() == null
                        || (from != null && filter.originGroup().equals(from.originGroup())))
                && (filter.reason() == null || (from != null && filter.reason() == from.reason()))
                && (filter.messageIds().isEmpty()
                        || filter.messageIds().contains(message.key().id()));
    }

    /** Where a message goes; null if nobody knows. */
    @Nullable
    QueueName target(QueuedMessage message) {
        Provenance from = message.provenance();
        return before.to() != null ? before.to() : from == null ? null : from.originQueue();
    }

    RedriveTask task() {
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
