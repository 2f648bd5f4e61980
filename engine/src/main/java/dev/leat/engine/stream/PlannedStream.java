package dev.leat.engine.stream;

import dev.leat.api.Command;
import dev.leat.api.ContentType;
import dev.leat.api.ProducerStamp;
import dev.leat.api.StreamPath;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A stream as it will be once the appends have been made that were planned so far. */
final class PlannedStream implements AppendTarget {
    private final StreamState stream;
    private final Map<String, ProducerState> producers = new HashMap<>();
    private long added;
    private boolean closed;
    private @Nullable ProducerStamp closedBy;
    private @Nullable String seq;

    PlannedStream(StreamState stream) {
        this.stream = stream;
        this.closed = stream.closed;
        this.closedBy = stream.closedBy;
        this.seq = stream.seq;
    }

    void append(Command.Append command, int bytes) {
        added += bytes;
        ProducerStamp stamp = command.producer();
        if (stamp != null) {
            producers.put(stamp.id(), new ProducerState(stamp.id(), stamp.epoch(), stamp.seq(), 0));
        }
        if (command.seq() != null) {
            seq = command.seq();
        }
        if (command.close()) {
            closed = true;
            closedBy = stamp;
        }
    }

    @Override
    public StreamPath path() {
        return stream.path;
    }

    @Override
    public ContentType contentType() {
        return stream.contentType;
    }

    @Override
    public boolean isJson() {
        return stream.json;
    }

    @Override
    public long tail() {
        return stream.tail + added;
    }

    @Override
    public long ownBytes() {
        return stream.ownBytes() + added;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public @Nullable ProducerStamp closedBy() {
        return closedBy;
    }

    @Override
    public @Nullable String lastSeq() {
        return seq;
    }

    @Override
    public @Nullable ProducerState producer(String id) {
        ProducerState planned = producers.get(id);
        return planned == null ? stream.producer(id) : planned;
    }
}
