package dev.leat.engine.queue;

import dev.leat.engine.presence.PresenceShard;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Feature;
import dev.leat.engine.shard.KindRange;
import dev.leat.engine.shard.Part;
import dev.leat.engine.stream.StreamShard;

/**
 * The queues of one shard. Everything changes by {@link #change} only, which writes the change for the journal and applies it
 * as {@link #replay} does.
 */
public final class QueueShard implements Feature {
    private final QueueTable table;
    private final QueueContext context;
    private final StreamShard streams;
    private final PresenceShard presence;
    private final DeadLetters deadLetters = new DeadLetters(this);
    private final Links links = new Links(this);
    private final Groups groups = new Groups(this);
    private final Cancelling cancelling = new Cancelling(this);
    private final Tidy tidy = new Tidy();
    private Waiting waiting = Waiting.NOBODY;

    QueueShard(int shard, QueueContext context, StreamShard streams, PresenceShard presence) {
        this.table = new QueueTable(shard);
        this.context = context;
        this.streams = streams;
        this.presence = presence;
        presence.serve(new ConsumerLeases(this));
    }

    QueueTable table() {
        return table;
    }

    QueueContext context() {
        return context;
    }

    /** The streams that are on the same shard. */
    StreamShard streams() {
        return streams;
    }

    /** Who consumes from the queues. */
    PresenceShard presence() {
        return presence;
    }

    /** Which queue sends its dead letters where. */
    Links links() {
        return links;
    }

    Groups groups() {
        return groups;
    }

    Cancelling cancelling() {
        return cancelling;
    }

    Tidy tidy() {
        return tidy;
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
        if (change instanceof Change.QueueRemoved removed) {
            presence.queueRemoved(removed.queue(), changes);
        } else if (change instanceof Change.GroupRemoved removed) {
            presence.groupRemoved(removed.queue(), removed.group(), changes);
        }
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
