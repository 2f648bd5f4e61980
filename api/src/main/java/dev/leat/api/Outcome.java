package dev.leat.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to a command or query that was carried out. */
public sealed interface Outcome
        permits Outcome.Created,
                Outcome.Appended,
                Outcome.Deleted,
                Outcome.StreamInfo,
                Outcome.Page,
                Outcome.SubscriptionInfo,
                Outcome.Subscribed,
                Outcome.Unsubscribed,
                Outcome.Relinked,
                Outcome.Claimed,
                Outcome.Settled,
                Outcome.Secret,
                Outcome.SubscriptionPage,
                QueueOutcome,
                Slice {

    /**
     * The stream is there.
     *
     * @param isNew false if the stream was there already, made the same way
     * @param tail the offset after the initial messages
     */
    record Created(boolean isNew, ContentType contentType, Offset tail, boolean closed) implements Outcome {}

    /**
     * The messages are at the tail.
     *
     * @param tail the offset after the appended messages
     * @param duplicate whether the producer's stamp was seen before and nothing was written
     * @param producer the producer's latest accepted stamp, if one was given
     */
    record Appended(
            Offset tail,
            boolean closed,
            boolean duplicate,
            @Nullable ProducerStamp producer) implements Outcome {}

    /**
     * The path is free, unless forks keep the stream's bytes.
     *
     * @param hidden whether they do
     */
    record Deleted(boolean hidden) implements Outcome {}

    /**
     * What is known of a stream.
     *
     * @param incarnation differs between two streams that had the same path one after the other
     * @param messages how many messages were appended to it, or -1 if the server does not tell. A fork counts its own: those that
     *     it inherits are counted by its source
     * @param bytes how many bytes of them count against {@code stream-bytes} and {@code total-bytes}, or -1 if the server does
     *     not tell. A message of a JSON stream counts its bytes and one more
     */
    record StreamInfo(
            StreamPath path,
            long incarnation,
            ContentType contentType,
            Lifetime lifetime,
            Instant created,
            Offset tail,
            boolean closed,
            long messages,
            long bytes)
            implements Outcome {}

    /**
     * Streams in the order of their paths.
     *
     * @param more whether there are further ones after the last
     */
    record Page(List<StreamInfo> streams, boolean more) implements Outcome {

        /** Returns the paths of the streams, in the same order. */
        public List<StreamPath> paths() {
            return streams.stream().map(StreamInfo::path).toList();
        }
    }

    /**
     * What is known of a subscription.
     *
     * @param streams in the order of their paths
     * @param failing whether the last request to its webhook failed, and waits to be repeated
     */
    record SubscriptionInfo(
            SubscriptionId id,
            SubscriptionConfig config,
            List<LinkedStream> streams,
            Instant created,
            boolean failing,
            long generation)
            implements Outcome {}

    /**
     * The subscription is there.
     *
     * @param isNew false if it was there already, with the same configuration
     */
    record Subscribed(boolean isNew, SubscriptionInfo info) implements Outcome {}

    /** There is no such subscription, and perhaps never was. */
    record Unsubscribed(boolean existed) implements Outcome {}

    /** The links are as asked. */
    record Relinked() implements Outcome {}

    /** The wake belongs to the worker that asked, until {@link Wake#leaseUntil}. */
    record Claimed(Wake wake, Duration lease) implements Outcome {}

    /**
     * The cursors are where they were told to be.
     *
     * @param nextWake whether the subscription woke again, because more is pending
     */
    record Settled(boolean nextWake) implements Outcome {}

    /** What is kept under the name. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Secret(byte[] bytes) implements Outcome {}

    /**
     * Ids in order.
     *
     * @param more whether there are further ones after the last
     */
    record SubscriptionPage(List<SubscriptionId> ids, boolean more) implements Outcome {}
}
