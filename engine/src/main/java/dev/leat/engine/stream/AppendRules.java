package dev.leat.engine.stream;

import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.shard.Usage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is decided about an append, in the order the protocol wants: {@link #unfit}, {@link #repeat}, {@link #flaw}. Nothing is
 * changed by asking.
 */
final class AppendRules {
    private AppendRules() {}

    /** Why the stream takes nothing of this kind. */
    static @Nullable Rejection unfit(Target stream, Command.Append command) {
        if (stream.isClosed()) {
            return repeatsClose(stream, command)
                    ? null
                    : new Rejection.StreamClosed(command.path(), new Offset(stream.tail()));
        }
        ContentType type = command.contentType();
        return type != null
                        && !command.body().isEmpty()
                        && !stream.contentType().sameAs(type)
                ? new Rejection.ContentTypeMismatch(stream.contentType(), type)
                : null;
    }

    /** Why the stream remembers no more producers; null if this one is known, or may be. */
    static @Nullable Rejection newProducerFlaw(Target stream, Command.Append command, Usage usage) {
        ProducerStamp stamp = command.producer();
        return stamp == null || stream.producer(stamp.id()) != null ? null : usage.metadataFlaw();
    }

    /** A repeated close changes nothing; a repeat of the very append that closed it is a duplicate. */
    private static boolean repeatsClose(Target stream, Command.Append command) {
        ProducerStamp producer = command.producer();
        return command.close()
                && (producer != null
                        ? producer.equals(stream.closedBy())
                        : command.body().isEmpty());
    }

    /** The answer to an append that is there already; null if it is not. */
    static @Nullable AppendResult repeat(Target stream, Command.Append command) {
        ProducerStamp stamp = command.producer();
        if (stream.isClosed()) {
            return new AppendResult(new Offset(stream.tail()), true, stamp != null, stamp);
        }
        ProducerState known = stamp == null ? null : stream.producer(stamp.id());
        if (known == null || stamp == null || stamp.epoch() != known.epoch || stamp.seq() > known.seq) {
            return null;
        }
        ProducerStamp latest = new ProducerStamp(known.id, known.epoch, known.seq);
        return new AppendResult(new Offset(stream.tail()), false, true, latest);
    }

    /** Why messages that are neither unfit nor a repeat cannot be written. */
    static @Nullable Rejection flaw(Target stream, Command.Append command, WireMessages messages, long limit) {
        ProducerStamp stamp = command.producer();
        Rejection rejection = stamp == null ? null : producerFlaw(stamp, stream.producer(stamp.id()));
        if (rejection == null) {
            rejection = seqFlaw(stream, command);
        }
        if (rejection == null) {
            rejection = bodyFlaw(command, messages);
        }
        if (rejection == null && messages.length() > limit - stream.ownBytes() && !messages.isEmpty()) {
            rejection = new Rejection.StreamFull(stream.path(), limit);
        }
        return rejection;
    }

    private static @Nullable Rejection producerFlaw(ProducerStamp stamp, @Nullable ProducerState known) {
        if (known == null) {
            return stamp.seq() == 0 ? null : new Rejection.ProducerGap(0, stamp.seq());
        }
        if (stamp.epoch() < known.epoch) {
            return new Rejection.EpochStale(known.epoch);
        }
        if (stamp.epoch() > known.epoch) {
            return stamp.seq() == 0 ? null : new Rejection.EpochUnstarted(stamp.epoch(), stamp.seq());
        }
        long expected = known.seq + 1;
        return stamp.seq() == expected ? null : new Rejection.ProducerGap(expected, stamp.seq());
    }

    private static @Nullable Rejection seqFlaw(Target stream, Command.Append command) {
        String seq = command.seq();
        String last = stream.lastSeq();
        return seq != null && last != null && compareBytes(seq, last) <= 0
                ? new Rejection.SeqRegression(last, seq)
                : null;
    }

    private static int compareBytes(String a, String b) {
        return Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable Rejection bodyFlaw(Command.Append command, WireMessages messages) {
        if (messages.flaw() != null) {
            return messages.flaw();
        }
        boolean nothing =
                messages.isEmpty() && !(command.close() && command.body().isEmpty());
        return nothing ? new Rejection.NothingToAppend() : null;
    }

    /** What an append is checked against: a stream as it is, or as it will be once what comes before has been written. */
    interface Target {

        StreamPath path();

        ContentType contentType();

        boolean isJson();

        long tail();

        /** How many bytes of messages are its own. */
        long ownBytes();

        boolean isClosed();

        /** The append that closed it, if it had a stamp. */
        @Nullable
        ProducerStamp closedBy();

        @Nullable
        String lastSeq();

        @Nullable
        ProducerState producer(String id);
    }
}
