package dev.leat.engine.queue;

import dev.leat.engine.queue.codec.ChangeCodec;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.Feature;
import dev.leat.engine.shard.KindRange;

/** Decoder of the changes of queues in the journal. It counts them and applies none. */
public final class QueueChangeReader implements Feature {
    private long changes;
    private long messages;

    /** Returns how many changes there were. */
    public long changes() {
        return changes;
    }

    /** Returns how many messages were enqueued. */
    public long messages() {
        return messages;
    }

    @Override
    public KindRange kinds() {
        return ChangeCodec.QueueChangeKinds.RANGE;
    }

    @Override
    public void replay(int kind, BytesIn change, long time) {
        QueueChange read = ChangeCodec.read(kind, change);
        changes++;
        messages += read instanceof QueueChange.Enqueued ? 1 : 0;
    }
}
