package dev.leat.engine.shard;

import dev.leat.api.Rejection;
import dev.leat.storage.StorageException;
import dev.leat.storage.journal.Commit;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one turn of a shard decided: the bytes for the journal, and the callbacks to run once they are durable. Recovery reads
 * the same bytes and applies them; it never decides again.
 */
public final class Changes extends InboxNode implements Commit {
    private static final Logger LOG = LoggerFactory.getLogger(Changes.class);
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Shard shard;
    private final long time;
    private final BytesOut out;
    private final List<Call> calls = new ArrayList<>();
    private final List<Runnable> afterwards = new ArrayList<>();
    private int decided;
    private long end;
    private @Nullable StorageException failure;

    Changes(Shard shard, long time, BytesOut out) {
        this.shard = shard;
        this.time = time;
        this.out = out;
        out.clear();
        out.i64(time);
    }

    /** Reads what a turn of an earlier life decided, and applies it. */
    public static void replay(ByteBuffer body, Features features) {
        BytesIn in = new BytesIn(body);
        long time = in.i64();
        while (in.hasMore()) {
            features.replay(in.u8(), in, time);
        }
    }

    /** The time of the turn, in epoch milliseconds: the only clock a decision knows. */
    public long time() {
        return time;
    }

    /** Starts a change of a kind; its fields are written by the caller. */
    public BytesOut add(int kind) {
        return out.u8(kind);
    }

    /** Runs after the turn is durable, in the order of these calls, before any call is answered. */
    public void afterwards(Runnable action) {
        afterwards.add(action);
    }

    /** Answers a call with this turn: one that is decided in it, or one that waited and is decided in it now. */
    public void include(Call call) {
        calls.add(call);
    }

    /** The turn ends. What waits for it later on rests on it, but was not decided in it. */
    int seal() {
        decided = calls.size();
        return decided;
    }

    @Override
    public int calls() {
        return decided;
    }

    /** Whether it should be committed before more is added. */
    public boolean isFull() {
        return bytes() >= shard.worker().turnBytes();
    }

    boolean isEmpty() {
        return out.size() == Long.BYTES;
    }

    int bytes() {
        return out.size();
    }

    BytesOut out() {
        return out;
    }

    /** Where the turn ends in the journal; known once it is durable. */
    public long end() {
        return end;
    }

    @Nullable
    StorageException failure() {
        return failure;
    }

    Shard shard() {
        return shard;
    }

    @Override
    public void durable(long end) {
        this.end = end;
        shard.worker().finished(this);
    }

    @Override
    public void failed(StorageException cause) {
        failure = cause;
        shard.worker().finished(this);
    }

    /** Readers see everything that the turn changed, in the order it was decided, before any call is answered. */
    void publishAndAnswer() {
        for (int i = 0; i < afterwards.size(); i++) {
            guarded(afterwards.get(i));
        }
        for (int i = 0; i < calls.size(); i++) {
            answer(calls.get(i));
        }
    }

    private static void answer(Call call) {
        try {
            call.answer();
        } catch (RuntimeException | Error e) {
            LOG.error("a reply threw", e);
        }
    }

    /** Runs a callback. If it throws, that is logged; the shard and the other callbacks continue. */
    private static void guarded(Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException | Error e) {
            LOG.error("a callback after a commit failed; the others continue", e);
        }
    }

    /** This turn changed nothing: its answers go out with the changes they rest on. */
    void waitFor(Changes before) {
        before.calls.addAll(calls);
        before.afterwards.addAll(afterwards);
    }

    void refuse(String cause) {
        Rejection rejection = new Rejection.Unavailable(cause, RETRY);
        for (int i = 0; i < calls.size(); i++) {
            Call call = calls.get(i);
            guarded(() -> call.refuse(rejection));
        }
    }
}
