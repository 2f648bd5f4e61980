package dev.leat.engine.queue;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Feature;
import dev.leat.engine.shard.KindRange;
import dev.leat.engine.shard.Part;

/**
 * The queues of one shard. Everything changes by {@link #change} only, which writes the change for the journal and applies it
 * as {@link #replay} does.
 */
public final class QueueShard implements Feature {
    private final QueueTable table;
    private final QueueContext context;
    private final DeadLetters deadLetters = new DeadLetters(this);
    private final Links links = new Links(this);
    private Waiting waiting = Waiting.NOBODY;

    QueueShard(int shard, QueueContext context) {
        this.table = new QueueTable(shard);
        this.context = context;
    }

    QueueTable table() {
        return table;
    }

    QueueContext context() {
        return context;
    }

    /** Which queue sends its dead letters where. */
    Links links() {
        return links;
    }

    DeadLetters deadLetters() {
        return deadLetters;
    }

    Waiting waiting() {
        return waiting;
    }

    void waiting(Waiting waiting) {
        this.waiting = waiting;
    }

    void change(Change change, Changes changes) {
        ChangeFormat.write(change, changes);
        table.apply(change, changes.time());
    }

    @Override
    public KindRange kinds() {
        return Kinds.RANGE;
    }

    @Override
    public void replay(int kind, BytesIn change, long time) {
        table.apply(ChangeFormat.read(kind, change), time);
    }

    @Override
    public Part capture() {
        return table.dirty().take();
    }
}
