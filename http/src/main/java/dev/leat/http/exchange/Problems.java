package dev.leat.http.exchange;

import dev.leat.api.MessageId;
import dev.leat.api.QueueName;
import dev.leat.api.Rejection;
import java.time.Duration;
import java.util.Locale;

/** The one place where a refusal becomes a status code. A rejection without a row here does not compile. */
public final class Problems {
    /** What was sent is not HTTP, be it a head or a body. */
    public static final Problem NO_HTTP = notHttp("this is not a well-formed HTTP request");

    private Problems() {}

    static Problem notHttp(String detail) {
        return Problem.malformed("request-malformed", detail);
    }

    public static Problem from(Rejection rejection) {
        String reason = rejection.reason();
        return switch (rejection) {
            case Rejection.StreamNotFound missing ->
                Problem.of(404, "stream-not-found", reason).member("stream", missing.path());
            case Rejection.StreamGone gone ->
                Problem.of(410, "stream-gone", reason).member("stream", gone.path());
            case Rejection.StreamExists exists ->
                Problem.of(409, "stream-exists", reason)
                        .member("stream", exists.path())
                        .member("difference", exists.difference());
            case Rejection.StreamClosed closed ->
                Problem.of(409, "stream-closed", reason)
                        .with(HeaderNames.STREAM_CLOSED, "true")
                        .with(HeaderNames.STREAM_NEXT_OFFSET, closed.tail().toString())
                        .member("stream", closed.path())
                        .member("nextOffset", closed.tail());
            case Rejection.ContentTypeMismatch mismatch ->
                Problem.of(409, "content-type-mismatch", reason)
                        .member("expected", mismatch.expected())
                        .member("found", mismatch.found());
            case Rejection.NothingToAppend ignored -> Problem.of(400, "body-empty", reason);
            case Rejection.MalformedOffset malformed ->
                Problem.of(400, "offset-malformed", reason).member("offset", malformed.text());
            case Rejection.MalformedJson malformed ->
                Problem.of(400, "json-malformed", reason).member("why", malformed.what());
            case Rejection.PayloadTooLarge large ->
                Problem.of(413, "too-large", reason)
                        .member("bytes", large.bytes())
                        .member("limit", large.limit());
            case Rejection.SeqRegression regression -> seqRegression(regression);
            case Rejection.EpochStale stale ->
                Problem.of(403, "producer-fenced", reason)
                        .with(HeaderNames.PRODUCER_EPOCH, Long.toString(stale.current()))
                        .member("epoch", stale.current());
            case Rejection.EpochUnstarted unstarted ->
                Problem.of(400, "epoch-unstarted", reason)
                        .member("epoch", unstarted.epoch())
                        .member("seq", unstarted.seq());
            case Rejection.ProducerGap gap ->
                Problem.of(409, "producer-gap", reason)
                        .with(HeaderNames.PRODUCER_EXPECTED_SEQ, Long.toString(gap.expected()))
                        .with(HeaderNames.PRODUCER_RECEIVED_SEQ, Long.toString(gap.received()))
                        .member("expectedSeq", gap.expected())
                        .member("receivedSeq", gap.received());
            case Rejection.ForkSourceNotFound missing ->
                Problem.of(404, "fork-source-not-found", reason).member("source", missing.source());
            case Rejection.ForkSourceGone gone ->
                Problem.of(409, "fork-source-gone", reason).member("source", gone.source());
            case Rejection.ForkOutOfRange range ->
                Problem.of(400, "fork-out-of-range", reason).member("why", range.what());
            case Rejection.SubscriptionNotFound ignored -> Problem.of(404, "subscription-not-found", reason);
            case Rejection.SubscriptionExists ignored -> Problem.of(409, "subscription-exists", reason);
            case Rejection.WakeFenced ignored -> Problem.of(409, "wake-fenced", reason);
            case Rejection.WakeClaimed ignored -> Problem.of(409, "wake-claimed", reason);
            case Rejection.NothingPending ignored -> Problem.of(409, "nothing-pending", reason);
            case Rejection.AckOutOfRange ignored -> Problem.of(409, "ack-out-of-range", reason);
            case Rejection.QueueNotFound missing ->
                Problem.of(404, "queue-not-found", reason).member("queue", missing.queue());
            case Rejection.QueueExists exists ->
                Problem.of(409, "queue-exists", reason)
                        .member("queue", exists.queue())
                        .member("difference", exists.difference());
            case Rejection.GroupNotFound missing ->
                Problem.of(404, "group-not-found", reason)
                        .member("queue", missing.queue())
                        .member("group", missing.group());
            case Rejection.GroupExists exists ->
                Problem.of(409, "group-exists", reason)
                        .member("queue", exists.queue())
                        .member("group", exists.group());
            case Rejection.MessageNotFound missing ->
                Problem.of(404, "message-not-found", reason)
                        .member("queue", missing.queue())
                        .member("messageId", missing.message());
            case Rejection.TaskNotFound missing ->
                Problem.of(404, "task-not-found", reason).member("taskId", missing.task());
            case Rejection.HandleInvalid invalid ->
                Problem.of(400, "handle-invalid", reason).member("queue", invalid.queue());
            case Rejection.LeaseLost lost -> leaseLost(lost);
            case Rejection.QueueFull full ->
                retryLater(Problem.of(429, "queue-full", reason).member("queue", full.queue()), full.retryAfter());
            case Rejection.TooManyWaiters many ->
                retryLater(
                        Problem.of(429, "too-many-waiters", reason).member("queue", many.queue()), many.retryAfter());
            case Rejection.InUse ignored -> Problem.of(409, "in-use", reason);
            case Rejection.DeadLetterCycle cycle ->
                Problem.of(400, "dlq-cycle", reason)
                        .member("queue", cycle.queue())
                        .member("dlq", cycle.deadLetter());
            case Rejection.WaitTooLong wait ->
                Problem.of(400, "wait-too-long", reason)
                        .member("longest", wait.longest().toSeconds());
            case Rejection.BadArgument ignored -> Problem.of(400, "bad-argument", reason);
            case Rejection.Conflict conflict -> conflict(conflict);
            case Rejection.SpansShards spans ->
                Problem.of(400, "spans-shards", reason).member("op", spans.op());
            case Rejection.StreamFull full ->
                Problem.of(507, "stream-full", reason)
                        .member("stream", full.path())
                        .member("limit", full.limit());
            case Rejection.StorageFull full ->
                Problem.of(507, "storage-full", reason).member("limit", full.limit());
            case Rejection.DiskFull ignored -> Problem.of(507, "disk-full", reason);
            case Rejection.FilesExhausted exhausted ->
                retryLater(Problem.of(503, "files-exhausted", reason), exhausted.retryAfter());
            case Rejection.MemoryFull full -> retryLater(Problem.of(503, "memory-full", reason), full.retryAfter());
            case Rejection.Overloaded overloaded ->
                retryLater(Problem.of(503, "overloaded", reason), overloaded.retryAfter());
            case Rejection.Unavailable unavailable -> unavailable(unavailable);
            case Rejection.CredentialsRefused ignored -> Problem.of(401, "credentials-refused", reason);
            case Rejection.AccessRefused ignored -> Problem.of(403, "access-refused", reason);
            case Rejection.RateExceeded rate -> retryLater(Problem.of(429, "rate-exceeded", reason), rate.retryAfter());
            case Rejection.OutcomeUnknown unknown ->
                Problem.of(502, "outcome-unknown", reason).member("why", unknown.cause());
            case Rejection.StorageFailed ignored -> Problem.of(500, "storage-failed", reason);
        };
    }

    private static Problem unavailable(Rejection.Unavailable unavailable) {
        Problem problem = unavailable.closing()
                ? Problem.of(503, "shutting-down", unavailable.reason())
                : Problem.of(503, "unavailable", unavailable.reason());
        return retryLater(problem.member("why", unavailable.cause()), unavailable.retryAfter());
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
        Problem problem = Problem.of(409, "conflict", conflict.reason()).member("why", conflict.what());
        Rejection cause = conflict.cause();
        if (conflict.op() >= 0) {
            problem = problem.member("op", conflict.op());
        }
        return cause == null ? problem : problem.member("cause", from(cause));
    }

    public static Problem retryLater(Problem problem, Duration after) {
        long seconds = Math.max(1, (after.toMillis() + 999) / 1000);
        return problem.with(HeaderNames.RETRY_AFTER, Long.toString(seconds)).member("retryAfter", seconds);
    }

    private static Problem seqRegression(Rejection.SeqRegression regression) {
        Problem problem = Problem.of(409, "seq-regression", regression.reason());
        String last = regression.last();
        return (last == null ? problem : problem.member("last", last)).member("given", regression.given());
    }
}
