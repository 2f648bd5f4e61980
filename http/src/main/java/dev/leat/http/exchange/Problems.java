package dev.leat.http.exchange;

import dev.leat.api.MessageId;
import dev.leat.api.QueueName;
import dev.leat.api.Rejection;
import java.time.Duration;
import java.util.Locale;

/** The one place where a refusal becomes a status code. A rejection without a row here does not compile. */
public final class Problems {

    private Problems() {}

    public static Problem from(Rejection rejection) {
        String reason = rejection.reason();
        return switch (rejection) {
            case Rejection.StreamNotFound ignored -> Problem.of(404, "stream-not-found", reason);
            case Rejection.StreamGone ignored -> Problem.of(410, "stream-gone", reason);
            case Rejection.StreamExists ignored -> Problem.of(409, "stream-exists", reason);
            case Rejection.StreamClosed closed ->
                Problem.of(409, "stream-closed", reason)
                        .with(HeaderNames.STREAM_CLOSED, "true")
                        .with(HeaderNames.STREAM_NEXT_OFFSET, closed.tail().toString());
            case Rejection.ContentTypeMismatch ignored -> Problem.of(409, "content-type-mismatch", reason);
            case Rejection.NothingToAppend ignored -> Problem.of(400, "body-empty", reason);
            case Rejection.MalformedOffset ignored -> Problem.of(400, "offset-malformed", reason);
            case Rejection.MalformedJson ignored -> Problem.of(400, "json-malformed", reason);
            case Rejection.PayloadTooLarge ignored -> Problem.of(413, "payload-too-large", reason);
            case Rejection.SeqRegression ignored -> Problem.of(409, "seq-regression", reason);
            case Rejection.EpochStale stale ->
                Problem.of(403, "producer-fenced", reason)
                        .with(HeaderNames.PRODUCER_EPOCH, Long.toString(stale.current()));
            case Rejection.EpochUnstarted ignored -> Problem.of(400, "epoch-unstarted", reason);
            case Rejection.ProducerGap gap ->
                Problem.of(409, "producer-gap", reason)
                        .with(HeaderNames.PRODUCER_EXPECTED_SEQ, Long.toString(gap.expected()))
                        .with(HeaderNames.PRODUCER_RECEIVED_SEQ, Long.toString(gap.received()));
            case Rejection.ForkSourceNotFound ignored -> Problem.of(404, "fork-source-not-found", reason);
            case Rejection.ForkSourceGone ignored -> Problem.of(409, "fork-source-gone", reason);
            case Rejection.ForkOutOfRange ignored -> Problem.of(400, "fork-out-of-range", reason);
            case Rejection.SubscriptionNotFound ignored -> Problem.of(404, "subscription-not-found", reason);
            case Rejection.SubscriptionExists ignored -> Problem.of(409, "subscription-exists", reason);
            case Rejection.WakeFenced ignored -> Problem.of(409, "wake-fenced", reason);
            case Rejection.WakeClaimed ignored -> Problem.of(409, "wake-claimed", reason);
            case Rejection.NothingPending ignored -> Problem.of(409, "nothing-pending", reason);
            case Rejection.AckOutOfRange ignored -> Problem.of(409, "ack-out-of-range", reason);
            case Rejection.QueueNotFound ignored -> Problem.of(404, "queue-not-found", reason);
            case Rejection.QueueExists ignored -> Problem.of(409, "queue-exists", reason);
            case Rejection.GroupNotFound ignored -> Problem.of(404, "group-not-found", reason);
            case Rejection.GroupExists ignored -> Problem.of(409, "group-exists", reason);
            case Rejection.MessageNotFound ignored -> Problem.of(404, "message-not-found", reason);
            case Rejection.TaskNotFound ignored -> Problem.of(404, "task-not-found", reason);
            case Rejection.HandleInvalid ignored -> Problem.of(400, "handle-invalid", reason);
            case Rejection.LeaseLost lost -> leaseLost(lost);
            case Rejection.QueueFull full -> retryLater(Problem.of(429, "queue-full", reason), full.retryAfter());
            case Rejection.TooManyWaiters many ->
                retryLater(Problem.of(429, "too-many-waiters", reason), many.retryAfter());
            case Rejection.InUse ignored -> Problem.of(409, "in-use", reason);
            case Rejection.DeadLetterCycle ignored -> Problem.of(400, "dlq-cycle", reason);
            case Rejection.WaitTooLong ignored -> Problem.of(400, "wait-too-long", reason);
            case Rejection.BadArgument ignored -> Problem.of(400, "bad-argument", reason);
            case Rejection.Conflict conflict -> conflict(conflict);
            case Rejection.SpansShards spans ->
                Problem.of(400, "spans-shards", reason).member("op", spans.op());
            case Rejection.StreamFull ignored -> Problem.of(507, "stream-full", reason);
            case Rejection.StorageFull ignored -> Problem.of(507, "storage-full", reason);
            case Rejection.DiskFull ignored -> Problem.of(507, "disk-full", reason);
            case Rejection.Overloaded overloaded ->
                retryLater(Problem.of(503, "overloaded", reason), overloaded.retryAfter());
            case Rejection.Unavailable unavailable ->
                retryLater(Problem.of(503, "unavailable", reason), unavailable.retryAfter());
            case Rejection.StorageFailed ignored -> Problem.of(500, "storage-failed", reason);
        };
    }

    /** Says where the message is now, so that a worker can tell that its work is a dead letter. */
    private static Problem leaseLost(Rejection.LeaseLost lost) {
        Problem problem = Problem.of(409, "lease-lost", lost.reason())
                .member("state", lost.state().name().toLowerCase(Locale.ROOT));
        QueueName deadLetter = lost.deadLetter();
        MessageId messageId = lost.messageId();
        if (deadLetter != null) {
            problem = problem.member("dlq", deadLetter.value());
        }
        return messageId == null ? problem : problem.member("dlqMessageId", messageId.value());
    }

    /** Names the op that failed, and why as if it had been alone. */
    private static Problem conflict(Rejection.Conflict conflict) {
        Problem problem = Problem.of(409, "conflict", conflict.reason());
        Rejection cause = conflict.cause();
        if (conflict.op() >= 0) {
            problem = problem.member("op", conflict.op());
        }
        return cause == null ? problem : problem.member("cause", from(cause));
    }

    public static Problem retryLater(Problem problem, Duration after) {
        long seconds = Math.max(1, (after.toMillis() + 999) / 1000);
        return problem.with(HeaderNames.RETRY_AFTER, Long.toString(seconds));
    }
}
