package dev.leat.engine.subscription;

import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.LinkedStream;
import dev.leat.engine.stream.TrackedStream;
import org.jspecify.annotations.Nullable;

/**
 * A stream that a subscription is about, and how far it has been processed. The stream tells it when its tail moves, on the
 * thread of the stream's shard; everything else happens on that of the subscription's.
 *
 * <p>A link that was told and has not looked yet is not told again, so that a busy stream costs an awake subscription one
 * call for each wake rather than one for each append. Looking resets the flag first and reads the tail then; the stream does
 * it the other way round. So no move goes unseen.
 */
final class StreamLink implements TrackedStream.Tracker {
    final Subscription subscription;
    final long number;
    final StreamPath path;

    // decided, and in the journal
    boolean explicit;
    long streamId; // 0 while there is no stream
    long acked;
    long shown; // how far the stream was when the current wake was made; 0 if the wake does not tell of it

    // in memory only
    boolean gone;
    boolean dirty;
    boolean stored; // whether a checkpoint has it

    @Nullable
    TrackedStream stream;

    private volatile boolean moved;

    StreamLink(Subscription subscription, long number, StreamPath path) {
        this.subscription = subscription;
        this.number = number;
        this.path = path;
    }

    @Override
    public void moved() {
        if (!moved) {
            moved = true;
            subscription.notifyMoved(this);
        }
    }

    /** Worth a call of its own: what is missing must be waited for, and must not be shown. */
    @Override
    public void ended() {
        moved = true;
        subscription.notifyMoved(this);
    }

    /** From now on the stream tells again; to be called before the tail is read. */
    void rearm() {
        moved = false;
    }

    /** Durable tail of the stream; the acknowledged position if there is no stream, so that nothing is pending. */
    long tail() {
        TrackedStream there = stream;
        return there == null || !there.isLive() ? acked : Math.max(acked, there.durableTail());
    }

    /** Whether there is still a reason for it. */
    boolean isVisible() {
        TrackedStream there = stream;
        return explicit || (there != null && there.isLive());
    }

    LinkedStream asOf(long tail) {
        return new LinkedStream(path, explicit, new Offset(acked), new Offset(tail));
    }
}
