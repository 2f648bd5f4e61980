package dev.leat.engine.stream;

import dev.leat.api.ContentType;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Usage;
import org.jspecify.annotations.Nullable;

/**
 * What another feature of a shard writes into JSON streams of its own: in the same turn as what it tells of, so that neither is
 * there without the other. The streams have to belong to the shard.
 */
public final class InternalStreams {
    private final StreamShard shard;
    private final Lifetime lifetime;
    private final long longest;

    /** @param longest how many bytes a stream may have; then it is given up, and one of the same path begun */
    public InternalStreams(StreamShard shard, Lifetime lifetime, long longest) {
        this.shard = shard;
        this.lifetime = lifetime;
        this.longest = longest;
    }

    /** Appends a message, and makes the stream first if need be. Returns false if there is no room, and nothing was done. */
    public boolean write(StreamPath path, byte[] json, Changes changes) {
        WireMessages messages = WireMessages.of(Body.of(json), true);
        Usage usage = shard.context().usage();
        if (messages.flaw() != null || usage.reserve(messages.length()) != null) {
            return false;
        }
        StreamState stream = open(path, messages.length(), changes);
        if (stream == null) {
            usage.giveBack(messages.length());
            return false;
        }
        shard.append(stream, messages, null, null, false, changes);
        long tail = stream.tail;
        changes.afterwards(() -> shard.publish(stream, tail, false, messages, changes));
        return true;
    }

    /** What the stream tells of is gone, and the stream goes in the same turn; while forks read from it, it is hidden. */
    public void end(StreamPath path, Changes changes) {
        StreamState there = shard.find(path, changes);
        if (there != null && !there.hidden) {
            shard.end(there, changes, false);
        }
    }

    /** The stream to append to; null while forks keep the path of one that was given up. */
    private @Nullable StreamState open(StreamPath path, int bytes, Changes changes) {
        StreamState there = shard.find(path, changes);
        if (there != null && !there.hidden && there.ownBytes() + bytes > longest) {
            shard.end(there, changes, true);
            there = shard.find(path, changes);
        }
        return there == null ? create(path, changes) : there.hidden || there.closed || !there.json ? null : there;
    }

    private StreamState create(StreamPath path, Changes changes) {
        StreamState stream = shard.create(path, ContentType.JSON, lifetime, null, changes);
        changes.afterwards(() -> shard.publishNew(stream, new Offset(stream.base()), false, WireMessages.NOTHING));
        return stream;
    }
}
