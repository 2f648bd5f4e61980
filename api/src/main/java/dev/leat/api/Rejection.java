package dev.leat.api;

import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.TaskId;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.SubscriptionId;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why a command or query was not carried out. Nothing was changed, unless it is {@link OutcomeUnknown}. */
public sealed interface Rejection {

    /** Returns the reason in one sentence, for logs and human readers. */
    String reason();

    /** A rejection after which the same command or query can succeed later, although the caller changes nothing. */
    sealed interface Retryable extends Rejection {

        /** Returns how long to wait before the next attempt; zero if the rejection does not say. */
        default Duration retryAfter() {
            return Duration.ZERO;
        }
    }

    /** A rejection that passes by itself, usually within seconds: a client repeats the request before it reports this. */
    sealed interface Transient extends Retryable {}

    /** A rejection because of load. Nothing was carried out, so that even a command that must not run twice can be repeated. */
    sealed interface Busy extends Transient {}

    /** No stream exists at the path. */
    record StreamNotFound(StreamPath path) implements Rejection {
        @Override
        public String reason() {
            return "there is no stream at " + path;
        }
    }

    /** The stream was deleted and only forks still use its bytes. */
    record StreamGone(StreamPath path) implements Rejection {
        @Override
        public String reason() {
            return "the stream at " + path + " was deleted; forks of it still exist";
        }
    }

    /** A stream with another configuration exists at the path. */
    record StreamExists(StreamPath path, String difference) implements Rejection {
        @Override
        public String reason() {
            return "a stream at " + path + " exists and differs: " + difference;
        }
    }

    /** The stream is closed and takes no more messages. */
    record StreamClosed(StreamPath path, Offset tail) implements Rejection {
        @Override
        public String reason() {
            return "the stream at " + path + " is closed";
        }
    }

    /** The content type of an append is not that of the stream. */
    record ContentTypeMismatch(ContentType expected, ContentType found) implements Rejection {
        @Override
        public String reason() {
            return "the stream holds " + expected + ", not " + found;
        }
    }

    /** An append has no message, or an empty one. */
    record NothingToAppend() implements Rejection {
        @Override
        public String reason() {
            return "an append needs at least one message, and no message is empty";
        }
    }

    /** A text is not an offset. */
    record MalformedOffset(String text) implements Rejection {
        @Override
        public String reason() {
            return "not an offset: '" + (text.length() > 80 ? text.substring(0, 80) + "…" : text)
                    + "'; use one that a read or append answered, -1 or now";
        }
    }

    /** A payload for a JSON stream is not JSON. */
    record MalformedJson(String what) implements Rejection {
        @Override
        public String reason() {
            return "not valid JSON: " + what;
        }
    }

    /** A call carries more bytes than one call may. */
    record PayloadTooLarge(long bytes, long limit) implements Rejection {
        @Override
        public String reason() {
            return "at most " + limit + " bytes are taken at once, these are " + bytes;
        }
    }

    /**
     * The {@code Stream-Seq} of an append is not after the last one.
     *
     * @param last the stream's last seq; null behind a server that does not tell it
     */
    record SeqRegression(@Nullable String last, String given) implements Rejection {
        @Override
        public String reason() {
            return last == null
                    ? "the stream's sequence has reached or passed '" + given + "'"
                    : "the stream's sequence is at '" + last + "', and '" + given + "' is not after it";
        }
    }

    /** The epoch of a producer's stamp is older than the current one. */
    record EpochStale(long current) implements Rejection {
        @Override
        public String reason() {
            return "the producer is fenced off: its epoch is " + current + " by now";
        }
    }

    /** The first append of a new epoch does not have seq 0. */
    record EpochUnstarted(long epoch, long seq) implements Rejection {
        @Override
        public String reason() {
            return "epoch " + epoch + " is new and starts with seq 0, not " + seq;
        }
    }

    /** The seq of a producer's stamp is not the next one. */
    record ProducerGap(long expected, long received) implements Rejection {
        @Override
        public String reason() {
            return "the producer's sequence has a gap: its next seq is " + expected + ", not " + received;
        }
    }

    /** The stream to fork does not exist. */
    record ForkSourceNotFound(StreamPath source) implements Rejection {
        @Override
        public String reason() {
            return "there is no stream to fork at " + source;
        }
    }

    /** The stream to fork was deleted, and only other forks still use its bytes. */
    record ForkSourceGone(StreamPath source) implements Rejection {
        @Override
        public String reason() {
            return "the stream to fork at " + source + " was deleted";
        }
    }

    /** The source of a fork has no such offset, or the fork cannot begin there. */
    record ForkOutOfRange(String what) implements Rejection {
        @Override
        public String reason() {
            return "cannot fork there: " + what;
        }
    }

    /** No subscription has the id. */
    record SubscriptionNotFound(SubscriptionId id) implements Rejection {
        @Override
        public String reason() {
            return "there is no subscription " + id;
        }
    }

    /** A subscription with another configuration has the id. */
    record SubscriptionExists(SubscriptionId id) implements Rejection {
        @Override
        public String reason() {
            return "a subscription " + id + " exists and is configured differently; delete it first to change it";
        }
    }

    /** The wake ended, or another worker claimed the next one. */
    record WakeFenced(long generation) implements Rejection {
        @Override
        public String reason() {
            return "the wake is over: its lease ended or it was finished; the generation is " + generation + " by now";
        }
    }

    /** Another worker holds the lease of the wake. */
    record WakeClaimed(String holder, long generation) implements Rejection {
        @Override
        public String reason() {
            return "the wake of generation " + generation + " belongs to '" + holder + "' until its lease ends";
        }
    }

    /** A claim finds no pending messages. */
    record NothingPending(SubscriptionId id) implements Rejection {
        @Override
        public String reason() {
            return "the subscription " + id + " has nothing pending";
        }
    }

    /** An ack names an offset that the wake did not show. */
    record AckOutOfRange(StreamPath stream, String what) implements Rejection {
        @Override
        public String reason() {
            return "cannot ack " + stream + " there: " + what;
        }
    }

    /** No queue has the name. */
    record QueueNotFound(QueueName queue) implements Rejection {
        @Override
        public String reason() {
            return "there is no queue " + queue;
        }
    }

    /** A queue with another configuration has the name. */
    record QueueExists(QueueName queue, String difference) implements Rejection {
        @Override
        public String reason() {
            return "a queue " + queue + " exists and differs: " + difference;
        }
    }

    /** The queue has no group of the name. */
    record GroupNotFound(QueueName queue, GroupName group) implements Rejection {
        @Override
        public String reason() {
            return "the queue " + queue + " has no group " + group;
        }
    }

    /** A group with another start has the name. */
    record GroupExists(QueueName queue, GroupName group) implements Rejection {
        @Override
        public String reason() {
            return "the queue " + queue + " has a group " + group + " that was made with another start";
        }
    }

    /** The queue has no message of the id, or no longer. */
    record MessageNotFound(QueueName queue, MessageId message) implements Rejection {
        @Override
        public String reason() {
            return "the queue " + queue + " has no message " + message + ", or none any more";
        }
    }

    /** No task has the id, or its end is too long ago. */
    record TaskNotFound(TaskId task) implements Rejection {
        @Override
        public String reason() {
            return "there is no task " + task + ", or none any more";
        }
    }

    /** It was not made by this engine, or for another queue. */
    record HandleInvalid(QueueName queue) implements Rejection {
        @Override
        public String reason() {
            return "not a delivery of the queue " + queue + "; use the deliveryId that a receive answered, unchanged";
        }
    }

    /**
     * The lease is over, and the message went its way.
     *
     * @param state how it stands now; {@link MessageInfo.State#DEAD} if it is among the dead letters
     * @param deadLetter where it is a dead letter; if that is too long ago to be remembered, where its queue sends dead letters now
     * @param messageId by which it is known there: the id that it had in the delivery. Null if it became a dead letter before the
     *     last start, or too long ago to be remembered
     */
    record LeaseLost(
            MessageInfo.State state,
            @Nullable QueueName deadLetter,
            @Nullable MessageId messageId) implements Rejection {
        @Override
        public String reason() {
            return deadLetter != null
                    ? "the lease ended and the message is a dead letter in " + deadLetter + " by now"
                    : "the lease ended and the message is " + state.name().toLowerCase(Locale.ROOT) + " by now";
        }
    }

    /** The queue has as many messages or bytes as its configuration allows. */
    record QueueFull(QueueName queue, Duration retryAfter) implements Rejection {
        @Override
        public String reason() {
            return "the queue " + queue + " is full";
        }
    }

    /** As many receives or enqueues wait as the queue allows. */
    record TooManyWaiters(QueueName queue, Duration retryAfter) implements Retryable {
        @Override
        public String reason() {
            return "as many receives wait on the queue " + queue + " as may";
        }
    }

    /** Leases or other queues still use what the call removes or moves. */
    record InUse(String what) implements Rejection {
        @Override
        public String reason() {
            return what;
        }
    }

    /** A dead-letter queue would send its own dead letters back in a cycle. */
    record DeadLetterCycle(QueueName queue, QueueName deadLetter) implements Rejection {
        @Override
        public String reason() {
            return "dead letters of " + queue + " would come back to it from " + deadLetter;
        }
    }

    /** A receive asks for a longer wait than allowed. */
    record WaitTooLong(Duration longest) implements Rejection {
        @Override
        public String reason() {
            return "a receive waits at most " + longest.toSeconds() + " seconds";
        }
    }

    /** An argument cannot be carried out, whatever the state. */
    record BadArgument(String what) implements Rejection {
        @Override
        public String reason() {
            return what;
        }
    }

    /**
     * A condition does not hold; in a transaction nothing of it was done.
     *
     * @param op which op of the transaction, from 0; -1 if there is none
     * @param cause why that op was refused, if it has a reason of its own
     */
    record Conflict(int op, String what, @Nullable Rejection cause) implements Rejection {
        @Override
        public String reason() {
            return op < 0 ? what : "op " + op + " of the transaction was refused, so nothing was done: " + what;
        }
    }

    /** @param op the first op that is on another shard than the one before */
    record SpansShards(int op) implements Rejection {
        @Override
        public String reason() {
            return "a transaction is about one shard; op " + op
                    + " is on another. Give the names that belong together the same part in braces, such as {order-17}";
        }
    }

    /** The stream has as many bytes as one stream may. */
    record StreamFull(StreamPath path, long limit) implements Rejection {
        @Override
        public String reason() {
            return "the stream at " + path + " would exceed its limit of " + limit + " bytes";
        }
    }

    /** All streams and queues together have as many bytes as they may. */
    record StorageFull(long limit) implements Rejection {
        @Override
        public String reason() {
            return "all streams and queues together would exceed the limit of " + limit + " bytes";
        }
    }

    /** The disk has no room left for writes. */
    record DiskFull() implements Retryable {
        @Override
        public String reason() {
            return "the disk is nearly full; reads go on, appends wait until there is space";
        }
    }

    /** The process has as many files and connections open as it may. The disk has space, and nothing is damaged. */
    record FilesExhausted(Duration retryAfter) implements Busy {
        @Override
        public String reason() {
            return "the process has as many files open as it may; try again when some are closed";
        }
    }

    /** What is known of streams and queues takes all the memory that it may. Receiving, acking and deleting go on and make room. */
    record MemoryFull(Duration retryAfter) implements Busy {
        @Override
        public String reason() {
            return "what is known of streams and queues takes all the memory it may; acks and deletes make room";
        }
    }

    /** The engine has as many calls in progress as it may. */
    record Overloaded(Duration retryAfter) implements Busy {
        @Override
        public String reason() {
            return "more is waiting than may wait; try again in a moment";
        }
    }

    /**
     * The engine is closing, or has stopped because its disk failed. What was on its way to a disk that failed is given up; only if
     * the process is killed before it could be, it may turn up after all: repeat with a {@link ProducerStamp} to be sure.
     *
     * @param closing whether the engine, or the server before it, is closing or closed
     */
    record Unavailable(String cause, Duration retryAfter, boolean closing) implements Transient {
        /** Creates a rejection without further details. */
        public Unavailable(String cause, Duration retryAfter) {
            this(cause, retryAfter, false);
        }

        /** It is closing; another may be there in a moment. */
        public static Unavailable closing(String cause) {
            return new Unavailable(cause, Duration.ofSeconds(1), true);
        }

        @Override
        public String reason() {
            return "not available: " + cause;
        }
    }

    /** The credentials are missing, unknown or no longer valid. */
    record CredentialsRefused(String what) implements Rejection {
        @Override
        public String reason() {
            return what;
        }
    }

    /** The credentials are valid and do not allow the call. */
    record AccessRefused(String what) implements Rejection {
        @Override
        public String reason() {
            return what;
        }
    }

    /** The caller exceeds its rate. */
    record RateExceeded(Duration retryAfter) implements Busy {
        @Override
        public String reason() {
            return "too many requests; try again a little later";
        }
    }

    /**
     * The one case in which something may have been changed: the answer was lost on its way, and the client cannot tell whether
     * the command was carried out before. It is only answered to commands that cannot be repeated without harm; a {@link
     * ProducerStamp}, or a dedup id, makes one that can.
     */
    record OutcomeUnknown(String cause) implements Transient {
        @Override
        public String reason() {
            return "it may have been carried out or not: " + cause;
        }
    }

    /** Bytes on disk could not be read, or are not what was written. */
    record StorageFailed(String cause) implements Retryable {
        @Override
        public String reason() {
            return cause;
        }
    }
}
