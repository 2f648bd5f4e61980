package dev.leat.engine.stream;

import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Usage;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Appends that are made together with other changes of a turn, or not at all. Each is checked as if those before it had been made;
 * then either all are written, in the same order, or the plan is given up.
 */
public final class AppendPlan {
    private final StreamShard shard;
    private final Map<StreamState, PlannedStream> drafts = new HashMap<>();
    private final Queue<Step> steps = new ArrayDeque<>();
    private long reserved;

    /** @param repeat the answer if there is nothing to write */
    private record Step(
            StreamState stream,
            Command.Append command,
            WireMessages messages,
            @Nullable AppendResult repeat) {}

    public AppendPlan(StreamShard shard) {
        this.shard = shard;
    }

    /**
     * Plans one more append, or says why it cannot be made. A repeat is planned to change nothing, whatever the tail.
     *
     * @param expected the tail that the stream has to have; null for any
     */
    public @Nullable Rejection add(
            Command.Append command, WireMessages messages, @Nullable Offset expected, Changes changes) {
        StreamState stream = shard.find(command.path(), changes);
        if (stream == null) {
            return new Rejection.StreamNotFound(command.path());
        }
        if (stream.hidden) {
            return new Rejection.StreamGone(command.path());
        }
        PlannedStream draft = drafts.computeIfAbsent(stream, PlannedStream::new);
        Rejection unfit = AppendRules.unfit(draft, command);
        if (unfit != null) {
            return unfit;
        }
        AppendResult repeat = AppendRules.repeat(draft, command);
        if (repeat != null) {
            steps.add(new Step(stream, command, messages, repeat));
            return null;
        }
        if (expected != null && expected.position() != draft.tail()) {
            return new Rejection.Conflict(
                    -1,
                    "the tail of " + command.path() + " is " + new Offset(draft.tail()) + ", not " + expected,
                    null);
        }
        return write(stream, draft, command, messages.fitting(command.body(), stream.json));
    }

    private @Nullable Rejection write(
            StreamState stream, PlannedStream draft, Command.Append command, WireMessages messages) {
        Usage usage = shard.context().usage();
        Rejection flaw =
                AppendRules.flaw(draft, command, messages, usage.limits().streamBytes());
        if (flaw == null) {
            flaw = AppendRules.newProducerFlaw(draft, command, usage);
        }
        if (flaw == null && !messages.isEmpty()) {
            flaw = usage.reserve(messages.length());
        }
        if (flaw == null) {
            reserved += messages.length();
            draft.append(command, messages.length());
            steps.add(new Step(stream, command, messages, null));
        }
        return flaw;
    }

    /** Nothing of it is made. */
    public void giveUp() {
        shard.context().usage().giveBack(reserved);
        steps.clear();
    }

    /** Makes the next of the appends that were planned. */
    public AppendResult makeNext(Changes changes) {
        Step step = steps.remove();
        StreamState stream = step.stream;
        if (step.repeat != null) {
            shard.renew(stream, step.repeat, changes);
            return step.repeat;
        }
        Command.Append command = step.command;
        shard.append(stream, step.messages, command.producer(), command.seq(), command.close(), changes);
        long tail = stream.tail;
        boolean closed = stream.closed;
        changes.afterwards(() -> shard.publish(stream, tail, closed, step.messages, changes));
        return new AppendResult(new Offset(tail), closed, false, command.producer());
    }

    /** A stream as it will be once the appends have been made that were planned so far. */
    static final class PlannedStream implements AppendRules.Target {
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
}
