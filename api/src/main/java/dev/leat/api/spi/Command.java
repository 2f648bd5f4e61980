package dev.leat.api.spi;

import dev.leat.api.ContentType;
import dev.leat.api.internal.Tag;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.DeleteStreamResult;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.Ack;
import dev.leat.api.subscription.SubscriptionConfig;
import dev.leat.api.subscription.SubscriptionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request to change something. Every write enters the engine as one of these. */
public sealed interface Command<O extends Outcome>
        permits Command.OfStream, Command.OfSubscription, Command.KeepSecret, QueueCommand, Transaction {

    /** What decides the shard: the part in braces of the name it is about, else the whole name. */
    String tag();

    /** A command about a stream. */
    sealed interface OfStream<O extends Outcome> extends Command<O> {
        /** Returns the path of the stream. */
        StreamPath path();

        @Override
        default String tag() {
            return path().tag();
        }
    }

    /** A command about a subscription. */
    sealed interface OfSubscription<O extends Outcome> extends Command<O> {
        /** Returns the id of the subscription. */
        SubscriptionId id();

        @Override
        default String tag() {
            return id().tag();
        }
    }

    /**
     * Makes a stream, or confirms one that was made the same way.
     *
     * @param contentType null for the fork's source's, else bytes
     * @param lifetime null for the fork's source's, else forever
     */
    record Create(
            StreamPath path,
            @Nullable ContentType contentType,
            @Nullable Lifetime lifetime,
            Body body,
            boolean closed,
            @Nullable Fork fork)
            implements OfStream<CreateStreamResult> {}

    /**
     * Adds messages at the tail.
     *
     * @param contentType must be the stream's; null for whatever the stream has
     * @param seq must be greater than the stream's last, byte by byte; null for no check
     * @param close whether this is the last append; with an empty body it only closes
     */
    record Append(
            StreamPath path,
            @Nullable ContentType contentType,
            Body body,
            @Nullable ProducerStamp producer,
            @Nullable String seq,
            boolean close)
            implements OfStream<AppendResult> {

        /** The longest seq, in characters. */
        public static final int MAX_SEQ_LENGTH = 1024;

        public Append {
            if (seq != null && seq.length() > MAX_SEQ_LENGTH) {
                throw new IllegalArgumentException("a seq has at most " + MAX_SEQ_LENGTH + " characters");
            }
        }
    }

    /** Removes a stream; while forks still read from it, it is only hidden. */
    record Delete(StreamPath path) implements OfStream<DeleteStreamResult> {}

    /** Makes a subscription, or confirms one of the same configuration. Streams that exist are linked at their tails. */
    record Subscribe(SubscriptionId id, SubscriptionConfig config) implements OfSubscription<Outcome.Subscribed> {}

    /** Removes a subscription with its cursors. */
    record Unsubscribe(SubscriptionId id) implements OfSubscription<Outcome.Unsubscribed> {}

    /** Links streams by name, at their tails; those that are not there yet will be pending from their beginning. */
    record Link(SubscriptionId id, List<StreamPath> streams) implements OfSubscription<Outcome.Relinked> {
        public Link {
            streams = List.copyOf(streams);
            if (streams.size() > SubscriptionConfig.MAX_STREAMS) {
                throw new IllegalArgumentException(
                        "at most " + SubscriptionConfig.MAX_STREAMS + " streams are linked at once");
            }
        }
    }

    /** Takes the link by name away; a stream that matches the pattern stays linked by that. */
    record Unlink(SubscriptionId id, StreamPath stream) implements OfSubscription<Outcome.Relinked> {}

    /** Takes the wake of a pull-wake subscription, for as long as its lease. */
    record Claim(SubscriptionId id, String worker) implements OfSubscription<Outcome.Claimed> {

        /** The longest name of a worker, in characters. */
        public static final int MAX_WORKER = 1024;

        public Claim {
            if (worker.isEmpty() || worker.length() > MAX_WORKER) {
                throw new IllegalArgumentException("a worker's name has 1 to " + MAX_WORKER + " characters");
            }
        }
    }

    /**
     * Moves cursors, all or none, and extends the lease.
     *
     * @param done whether the wake is finished, rather than extended
     */
    record Settle(SubscriptionId id, String wakeId, long generation, List<Ack> acks, boolean done)
            implements OfSubscription<Outcome.Settled> {
        public Settle {
            acks = List.copyOf(acks);
        }
    }

    /** Gives a wake back without having processed anything more. */
    record ReleaseWake(SubscriptionId id, String wakeId, long generation) implements OfSubscription<Outcome.Settled> {}

    /** Tells what came of a {@link WebhookCall}. */
    record WebhookAnswered(SubscriptionId id, String wakeId, long generation, Answer answer)
            implements OfSubscription<Outcome.Settled> {

        /** What the webhook said. */
        public enum Answer {
            /** Everything that the wake showed is processed. */
            DONE,
            /** The worker has it and will settle; the lease starts anew. */
            ACCEPTED,
            /** There was no answer, or not a good one: the request is to be repeated later. */
            FAILED
        }
    }

    /** Keeps the first secret that is proposed under a name; later ones get that. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record KeepSecret(String name, byte[] proposed) implements Command<Outcome.Secret> {

        /** The longest secret, in bytes. */
        public static final int MAX_LENGTH = 4096;

        public KeepSecret {
            if (name.isEmpty() || name.length() > 256 || proposed.length > MAX_LENGTH) {
                throw new IllegalArgumentException(
                        "a secret has a name of 1 to 256 characters and at most " + MAX_LENGTH + " bytes");
            }
        }

        @Override
        public String tag() {
            return Tag.of(name);
        }
    }
}
