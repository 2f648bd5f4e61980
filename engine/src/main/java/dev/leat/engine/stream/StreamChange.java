package dev.leat.engine.stream;

import dev.leat.api.ContentType;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.shard.BytesIn;
import org.jspecify.annotations.Nullable;

/** What happened to a stream, as the journal tells it. */
public sealed interface StreamChange {

    /** The id of the stream. */
    long stream();

    record Created(
            long stream,
            StreamPath path,
            ContentType contentType,
            Lifetime lifetime,
            @Nullable ForkOrigin origin) implements StreamChange {}

    record Appended(
            long stream,
            @Nullable ProducerStamp producer,
            @Nullable String forgotten,
            @Nullable String seq,
            WireMessages payload,
            boolean close)
            implements StreamChange {

        public int messages() {
            return payload.count();
        }

        public int bytes() {
            return payload.length();
        }
    }

    record Hidden(long stream) implements StreamChange {}

    record Removed(long stream) implements StreamChange {}

    record Retained(long stream, long token, StreamPath fork) implements StreamChange {}

    record Released(long stream, long token) implements StreamChange {}

    record Touched(long stream, long accessed) implements StreamChange {}

    /** Reads the change that follows its kind. */
    static StreamChange read(int kind, BytesIn in) {
        return switch (kind) {
            case StreamChangeKinds.CREATED -> readCreated(in);
            case StreamChangeKinds.APPENDED -> readAppended(in);
            case StreamChangeKinds.HIDDEN -> new Hidden(in.i64());
            case StreamChangeKinds.REMOVED -> new Removed(in.i64());
            case StreamChangeKinds.RETAINED -> new Retained(in.i64(), in.i64(), StreamPath.of(in.text()));
            case StreamChangeKinds.RELEASED -> new Released(in.i64(), in.i64());
            case StreamChangeKinds.TOUCHED -> new Touched(in.i64(), in.i64());
            default ->
                throw new IllegalStateException("the journal has a change of kind " + kind + ", made by a newer Leat");
        };
    }

    private static Created readCreated(BytesIn in) {
        long id = in.i64();
        StreamPath path = StreamPath.of(in.text());
        ContentType type = new ContentType(in.text());
        Lifetime lifetime = StreamRecord.readLifetime(in);
        return new Created(id, path, type, lifetime, in.bool() ? ForkOrigin.read(in) : null);
    }

    private static Appended readAppended(BytesIn in) {
        long id = in.i64();
        int flags = in.u8();
        ProducerStamp producer = (flags & StreamChangeKinds.BY_PRODUCER) != 0 ? StreamRecord.readStamp(in) : null;
        String forgotten = (flags & StreamChangeKinds.FORGETS) != 0 ? in.text() : null;
        String seq = (flags & StreamChangeKinds.HAS_SEQ) != 0 ? in.text() : null;
        return new Appended(
                id, producer, forgotten, seq, WireMessages.read(in), (flags & StreamChangeKinds.CLOSES) != 0);
    }
}
