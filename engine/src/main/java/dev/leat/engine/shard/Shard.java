package dev.leat.engine.shard;

import dev.leat.api.Rejection;
import dev.leat.storage.StorageException;
import dev.leat.storage.journal.Journal;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Owns the streams, queues and subscriptions whose name hashes here. One thread runs it, so its state needs no locks.
 *
 * <p>A turn collects what its calls decided into one {@link Changes}, and hands that to the journal. The next turn may
 * decide on top of it before it is durable, but no call is answered before: the changes of a shard become durable in order, so an
 * answer that rests on an earlier turn waits for that one as well.
 */
public final class Shard {
    private final int number;
    private final Journal journal;
    private final ShardRunner worker;
    private final Features features = new Features();
    private final ArrayDeque<Changes> inFlight = new ArrayDeque<>();
    private @Nullable Changes current;
    private long durable;

    Shard(int number, Journal journal, ShardRunner worker) {
        this.number = number;
        this.journal = journal;
        this.worker = worker;
    }

    public int number() {
        return number;
    }

    public void attach(Feature feature) {
        features.add(feature);
    }

    public Features features() {
        return features;
    }

    /** Takes a call in, or refuses it if too many are waiting. */
    public void submit(Call call) {
        worker.submit(this, call);
    }

    /** Takes in a call that the engine itself must get done. */
    public void force(Call call) {
        worker.force(this, call);
    }

    /** Takes what changed in each feature since the last time. */
    public List<CheckpointPart> capture() {
        return features.capture();
    }

    ShardRunner worker() {
        return worker;
    }

    /** The position up to which recovery has applied the journal. */
    public void recovered(long position) {
        durable = Math.max(durable, position);
    }

    long due() {
        return features.due();
    }

    void decide(Call call, long now) {
        Changes changes = changes(now);
        changes.include(call);
        call.execute(changes);
        if (changes.isFull()) {
            endTurn();
        }
    }

    void expire(long now) {
        if (due() <= now) {
            features.expire(changes(now));
        }
    }

    private Changes changes(long now) {
        Changes changes = current;
        if (changes == null) {
            changes = new Changes(this, now, worker.buffers().take());
            current = changes;
            worker.touched(this);
        }
        return changes;
    }

    /** Hands what was decided to the journal. What changed nothing waits for the turn before it, if that is on its way. */
    public void endTurn() {
        Changes changes = current;
        if (changes == null) {
            return;
        }
        features.conclude(changes);
        current = null;
        worker.meters().turned(changes.seal());
        if (!changes.isEmpty()) {
            inFlight.add(changes);
            worker.send(
                    new Journal.Append(number, changes.out().view(), changes),
                    changes.out().capacity());
            return;
        }
        worker.buffers().giveBack(changes.out());
        Changes before = inFlight.peekLast();
        if (before == null) {
            changes.publishAndAnswer();
        } else {
            changes.waitFor(before);
        }
    }

    /** Learns what became of the oldest changes that were on their way. Each answer depends on its own commit alone. */
    void finish(Changes changes) {
        if (inFlight.poll() != changes) {
            throw new IllegalStateException("shard " + number + " learnt of its commits out of order");
        }
        StorageException cause = changes.failure();
        if (cause == null) {
            durable = changes.end();
            changes.publishAndAnswer();
        } else {
            changes.refuse(String.valueOf(cause.getMessage()));
        }
    }

    /** Refuses what was decided in a turn that did not end: after a bug, it never will. */
    void refuseCurrent(String cause) {
        if (current != null) {
            current.refuse(cause);
        }
    }

    /** Refuses waiting calls that can no longer be served. */
    void abandon(Rejection rejection) {
        features.abandon(rejection);
    }

    /**
     * Ends the turn and says, once everything decided so far is durable, at which position of the journal that was. What
     * comes later lies behind that position.
     */
    public void atBoundary(LongConsumer position) {
        endTurn();
        Changes last = inFlight.peekLast();
        if (last == null) {
            position.accept(Math.max(durable, journal.durable()));
        } else {
            last.afterwards(() -> position.accept(last.end()));
        }
    }
}
