package dev.leat.engine.stream;

import dev.leat.api.Command;
import dev.leat.api.ContentType;
import dev.leat.api.Offset;
import dev.leat.api.Outcome;
import dev.leat.api.ProducerStamp;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.AskedCall;
import dev.leat.engine.shard.Changes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Appends, closes, or both. The checks come in the order the protocol wants them. */
final class AppendCall extends AskedCall<Outcome.Appended> implements Runnable {
    private final StreamShard shard;
    private final Command.Append command;
    private final @Nullable StreamState likely;
    private Prepared messages;
    private @Nullable StreamState written;
    private @Nullable Changes changes;
    private long tail;
    private boolean closed;

    AppendCall(
            StreamShard shard,
            Command.Append command,
            Prepared messages,
            @Nullable StreamState likely,
            Reply<? super Outcome.Appended> reply) {
        super(reply);
        this.shard = shard;
        this.command = command;
        this.messages = messages;
        this.likely = likely;
    }

    @Override
    protected void decide(Changes changes) {
        StreamState stream = find(changes);
        if (stream == null) {
            rejected(new Rejection.StreamNotFound(command.path()));
        } else if (stream.hidden) {
            rejected(new Rejection.StreamGone(command.path()));
        } else if (stream.closed) {
            decideClosed(stream, changes);
        } else if (wrongType(stream)) {
            rejected(new Rejection.ContentTypeMismatch(stream.contentType, given(stream)));
        } else {
            decideOpen(stream, changes);
        }
    }

    /** The stream that readers saw is nearly always still the one, which saves a look-up. */
    private @Nullable StreamState find(Changes changes) {
        boolean sure = likely != null && !likely.gone && !likely.hidden && !likely.expiredAt(changes.time());
        return sure ? likely : shard.find(command.path(), changes);
    }

    private boolean wrongType(StreamState stream) {
        ContentType type = command.contentType();
        return type != null && !command.body().isEmpty() && !stream.contentType.sameAs(type);
    }

    private ContentType given(StreamState stream) {
        ContentType type = command.contentType();
        return type == null ? stream.contentType : type;
    }

    /** A repeated close changes nothing; a repeat of the very append that closed it is a duplicate. */
    private void decideClosed(StreamState stream, Changes changes) {
        ProducerStamp producer = command.producer();
        boolean repeat = producer != null
                ? command.close() && producer.equals(stream.closedBy)
                : command.close() && command.body().isEmpty();
        if (repeat) {
            renew(stream, changes);
            if (producer != null) {
                shard.meter().repeated();
            }
            decided(new Outcome.Appended(new Offset(stream.tail), true, producer != null, producer));
        } else {
            rejected(new Rejection.StreamClosed(command.path(), new Offset(stream.tail)));
        }
    }

    /** A repeat writes nothing, but it is a use of the stream; now and then the journal is told, too. */
    private void renew(StreamState stream, Changes changes) {
        stream.accessed = changes.time();
        if (changes.time() - stream.touched > stream.touchInterval()) {
            shard.touch(stream, changes.time(), changes);
        }
    }

    private void decideOpen(StreamState stream, Changes changes) {
        ProducerStamp stamp = command.producer();
        Producer known = stamp == null || stream.producers == null ? null : stream.producers.get(stamp.id());
        if (known != null && stamp != null && stamp.epoch() == known.epoch && stamp.seq() <= known.seq) {
            renew(stream, changes);
            shard.meter().repeated();
            ProducerStamp latest = new ProducerStamp(known.id, known.epoch, known.seq);
            decided(new Outcome.Appended(new Offset(stream.tail), false, true, latest));
            return;
        }
        Rejection rejection = stamp == null ? null : producerFlaw(stamp, known);
        if (rejection == null) {
            rejection = seqFlaw(stream);
        }
        if (rejection == null) {
            rejection = bodyFlaw(stream);
        }
        if (rejection == null) {
            rejection = room(stream);
        }
        if (rejection == null) {
            write(stream, known, changes);
        } else {
            rejected(rejection);
        }
    }

    private static @Nullable Rejection producerFlaw(ProducerStamp stamp, @Nullable Producer known) {
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

    private @Nullable Rejection seqFlaw(StreamState stream) {
        String seq = command.seq();
        String last = stream.seq;
        return seq != null && last != null && compareBytes(seq, last) <= 0
                ? new Rejection.SeqRegression(last, seq)
                : null;
    }

    private static int compareBytes(String a, String b) {
        return Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    private @Nullable Rejection bodyFlaw(StreamState stream) {
        if (!messages.fits(stream.json)) {
            messages = Prepared.of(command.body(), stream.json); // the stream was not there yet when it was prepared
        }
        if (messages.flaw() != null) {
            return messages.flaw();
        }
        boolean nothing =
                messages.isEmpty() && !(command.close() && command.body().isEmpty());
        return nothing ? new Rejection.NothingToAppend() : null;
    }

    private @Nullable Rejection room(StreamState stream) {
        if (messages.isEmpty()) {
            return null;
        }
        long limit = shard.context().usage().limits().streamBytes();
        if (messages.length() > limit - stream.ownBytes()) {
            return new Rejection.StreamFull(stream.path, limit);
        }
        return shard.context().usage().reserve(messages.length());
    }

    private void write(StreamState stream, @Nullable Producer known, Changes changes) {
        ProducerStamp stamp = command.producer();
        String forgotten = stamp != null && known == null ? oldestProducer(stream) : null;
        shard.append(stream, messages, stamp, forgotten, command.seq(), command.close(), changes);
        written = stream;
        this.changes = changes;
        changes.afterwards(this);
        tail = stream.tail;
        closed = stream.closed;
        decided(new Outcome.Appended(new Offset(tail), closed, false, stamp));
    }

    /** The producer that makes room for a new one, if there are as many as may be: they are kept in the order of their use. */
    private @Nullable String oldestProducer(StreamState stream) {
        Map<String, Producer> producers = stream.producers;
        if (producers == null
                || producers.size() < shard.context().usage().limits().producers()) {
            return null;
        }
        return producers.keySet().iterator().next();
    }

    /** Lets readers see the messages. */
    @Override
    public void run() {
        StreamState stream = Objects.requireNonNull(written);
        stream.publish(tail, closed);
        shard.meter().appended();
        shard.meter().wrote(messages.count(), messages.length());
        stream.tellTrackers();
        shard.notify(stream, Objects.requireNonNull(changes));
        if (shard.context().events().isHeard()) {
            shard.tellAppended(stream, tail, closed);
        }
    }

    @Override
    protected int bytes() {
        return messages.length();
    }
}
