package dev.leat.engine.stream;

import dev.leat.api.ContentType;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.Ids;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the store keeps of a stream. All its messages before {@code tail} are in the archive by then.
 *
 * @param messages how many messages were appended to it; {@link #UNCOUNTED} in a row of version 1, which has no such figure
 * @param forks the references that forks hold, by token
 */
public record StreamRecord(
        long id,
        StreamPath path,
        ContentType contentType,
        Lifetime lifetime,
        long created,
        @Nullable ForkOrigin origin,
        long tail,
        long messages,
        boolean closed,
        boolean hidden,
        long touched,
        @Nullable ProducerStamp closedBy,
        @Nullable String seq,
        Map<Long, StreamPath> forks) {

    public static final long UNCOUNTED = -1;

    private static final int UNCOUNTED_VERSION = 1;
    private static final int VERSION = 2;
    private static final int CLOSED = 1;
    private static final int HIDDEN = 2;
    private static final int FORKED = 4;
    private static final int CLOSED_BY = 8;

    static StreamRecord of(StreamState s) {
        return new StreamRecord(
                s.id,
                s.path,
                s.contentType,
                s.lifetime,
                s.created,
                s.origin,
                s.tail,
                s.messages,
                s.closed,
                s.hidden,
                s.touched,
                s.closedBy,
                s.seq,
                s.hasForks() ? Map.copyOf(s.forks()) : Map.of());
    }

    /** Where its own messages begin: a fork reads what lies before from its source. */
    public long base() {
        return origin == null ? 0 : origin.position();
    }

    /** The shard that owns it. */
    public int shard() {
        return Ids.shardOf(id);
    }

    StreamState toState() {
        StreamState stream = new StreamState(id, path, contentType, lifetime, created, origin);
        stream.tail = tail;
        stream.messages = messages;
        stream.closed = closed;
        stream.hidden = hidden;
        stream.touched = touched;
        stream.accessed = touched;
        stream.closedBy = closedBy;
        stream.seq = seq;
        stream.stored = true;
        if (!forks.isEmpty()) {
            stream.forks().putAll(forks);
        }
        return stream;
    }

    byte[] toBytes() {
        BytesOut out = BytesOut.onHeap(128);
        int flags = (closed ? CLOSED : 0)
                | (hidden ? HIDDEN : 0)
                | (origin != null ? FORKED : 0)
                | (closedBy != null ? CLOSED_BY : 0);
        out.u8(VERSION).u8(flags).text(path.value()).text(contentType.value());
        write(lifetime, out);
        out.varint(created).varint(touched).varint(tail).maybeText(seq);
        if (origin != null) {
            origin.write(out);
        }
        if (closedBy != null) {
            write(closedBy, out);
        }
        out.varint(forks.size());
        forks.forEach((token, fork) -> out.i64(token).text(fork.value()));
        out.varint(messages);
        return out.toBytes();
    }

    static StreamRecord read(long id, BytesIn in) {
        int version = in.u8();
        if (version != VERSION && version != UNCOUNTED_VERSION) {
            throw new IllegalArgumentException(
                    "it has version " + version + ": it is damaged, or a newer Leat wrote it");
        }
        int flags = in.u8();
        if (flags > (CLOSED | HIDDEN | FORKED | CLOSED_BY)) {
            throw new IllegalArgumentException("it has the unknown flags " + flags);
        }
        StreamPath path = StreamPath.of(in.text());
        ContentType contentType = new ContentType(in.text());
        Lifetime lifetime = readLifetime(in);
        long created = in.varint();
        long touched = in.varint();
        long tail = in.varint();
        String seq = in.maybeText();
        ForkOrigin origin = (flags & FORKED) != 0 ? ForkOrigin.read(in) : null;
        ProducerStamp closedBy = (flags & CLOSED_BY) != 0 ? readStamp(in) : null;
        Map<Long, StreamPath> forks = new LinkedHashMap<>();
        for (long i = in.varint(); i > 0; i--) {
            forks.put(in.i64(), StreamPath.of(in.text()));
        }
        long messages = version == UNCOUNTED_VERSION ? UNCOUNTED : in.varint();
        if (origin != null && origin.position() > tail) {
            throw new IllegalArgumentException("it ends at " + tail + ", before its beginning");
        }
        boolean closed = (flags & CLOSED) != 0;
        boolean hidden = (flags & HIDDEN) != 0;
        return new StreamRecord(
                id,
                path,
                contentType,
                lifetime,
                created,
                origin,
                tail,
                messages,
                closed,
                hidden,
                touched,
                closedBy,
                seq,
                forks);
    }

    static void write(ProducerStamp stamp, BytesOut out) {
        out.text(stamp.id()).varint(stamp.epoch()).varint(stamp.seq());
    }

    static ProducerStamp readStamp(BytesIn in) {
        return new ProducerStamp(in.text(), in.varint(), in.varint());
    }

    static void write(Lifetime lifetime, BytesOut out) {
        switch (lifetime) {
            case Lifetime.Forever forever -> out.u8(0);
            case Lifetime.Idle(Duration ttl) ->
                out.u8(1).varint(ttl.getSeconds()).varint(ttl.getNano());
            case Lifetime.Until(Instant moment) -> out.u8(2).i64(moment.toEpochMilli());
        }
    }

    static Lifetime readLifetime(BytesIn in) {
        int kind = in.u8();
        return switch (kind) {
            case 0 -> Lifetime.FOREVER;
            case 1 -> new Lifetime.Idle(Duration.ofSeconds(in.varint(), in.varint()));
            case 2 -> new Lifetime.Until(Instant.ofEpochMilli(in.i64()));
            default -> throw new IllegalArgumentException("a lifetime of kind " + kind);
        };
    }
}
