package dev.leat.http.exchange;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.Rejection;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.QueueName;
import dev.leat.wire.ProblemType;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;

/**
 * Map from rejections to problems: the one place where a rejection gets its status code. A rejection without a row does
 * not compile.
 */
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
                Problem.of(ProblemType.STREAM_NOT_FOUND, reason).member("stream", missing.path());
            case Rejection.StreamGone gone ->
                Problem.of(ProblemType.STREAM_GONE, reason).member("stream", gone.path());
            case Rejection.StreamExists exists ->
                Problem.of(ProblemType.STREAM_EXISTS, reason)
                        .member("stream", exists.path())
                        .member("difference", exists.difference());
            case Rejection.StreamClosed closed ->
                Problem.of(ProblemType.STREAM_CLOSED, reason)
                        .with(HeaderNames.STREAM_CLOSED, "true")
                        .with(HeaderNames.STREAM_NEXT_OFFSET, closed.tail().toString())
                        .member("stream", closed.path())
                        .member("nextOffset", closed.tail());
            case Rejection.ContentTypeMismatch mismatch ->
                Problem.of(ProblemType.CONTENT_TYPE_MISMATCH, reason)
                        .member("expected", mismatch.expected())
                        .member("found", mismatch.found());
            case Rejection.NothingToAppend ignored -> Problem.of(ProblemType.BODY_EMPTY, reason);
            case Rejection.MalformedOffset malformed ->
                Problem.of(ProblemType.OFFSET_MALFORMED, reason).member("offset", malformed.text());
            case Rejection.MalformedJson malformed ->
                Problem.of(ProblemType.JSON_MALFORMED, reason).member("why", malformed.what());
            case Rejection.PayloadTooLarge large ->
                Problem.of(ProblemType.TOO_LARGE, reason)
                        .member("bytes", large.bytes())
                        .member("limit", large.limit());
            case Rejection.SeqRegression regression -> seqRegression(regression);
            case Rejection.EpochStale stale ->
                Problem.of(ProblemType.PRODUCER_FENCED, reason)
                        .with(HeaderNames.PRODUCER_EPOCH, Long.toString(stale.current()))
                        .member("epoch", stale.current());
            case Rejection.EpochUnstarted unstarted ->
                Problem.of(ProblemType.EPOCH_UNSTARTED, reason)
                        .member("epoch", unstarted.epoch())
                        .member("seq", unstarted.seq());
            case Rejection.ProducerGap gap ->
                Problem.of(ProblemType.PRODUCER_GAP, reason)
                        .with(HeaderNames.PRODUCER_EXPECTED_SEQ, Long.toString(gap.expected()))
                        .with(HeaderNames.PRODUCER_RECEIVED_SEQ, Long.toString(gap.received()))
                        .member("expectedSeq", gap.expected())
                        .member("receivedSeq", gap.received());
            case Rejection.ForkSourceNotFound missing ->
                Problem.of(ProblemType.FORK_SOURCE_NOT_FOUND, reason).member("source", missing.source());
            case Rejection.ForkSourceGone gone ->
                Problem.of(ProblemType.FORK_SOURCE_GONE, reason).member("source", gone.source());
            case Rejection.ForkOutOfRange range ->
                Problem.of(ProblemType.FORK_OUT_OF_RANGE, reason).member("why", range.what());
            case Rejection.SubscriptionNotFound ignored -> Problem.of(ProblemType.SUBSCRIPTION_NOT_FOUND, reason);
            case Rejection.SubscriptionExists ignored -> Problem.of(ProblemType.SUBSCRIPTION_EXISTS, reason);
            case Rejection.WakeFenced ignored -> Problem.of(ProblemType.WAKE_FENCED, reason);
            case Rejection.WakeClaimed ignored -> Problem.of(ProblemType.WAKE_CLAIMED, reason);
            case Rejection.NothingPending ignored -> Problem.of(ProblemType.NOTHING_PENDING, reason);
            case Rejection.AckOutOfRange ignored -> Problem.of(ProblemType.ACK_OUT_OF_RANGE, reason);
            case Rejection.QueueNotFound missing ->
                Problem.of(ProblemType.QUEUE_NOT_FOUND, reason).member("queue", missing.queue());
            case Rejection.QueueExists exists ->
                Problem.of(ProblemType.QUEUE_EXISTS, reason)
                        .member("queue", exists.queue())
                        .member("difference", exists.difference());
            case Rejection.GroupNotFound missing ->
                Problem.of(ProblemType.GROUP_NOT_FOUND, reason)
                        .member("queue", missing.queue())
                        .member("group", missing.group());
            case Rejection.GroupExists exists ->
                Problem.of(ProblemType.GROUP_EXISTS, reason)
                        .member("queue", exists.queue())
                        .member("group", exists.group());
            case Rejection.MessageNotFound missing ->
                Problem.of(ProblemType.MESSAGE_NOT_FOUND, reason)
                        .member("queue", missing.queue())
                        .member("messageId", missing.message());
            case Rejection.TaskNotFound missing ->
                Problem.of(ProblemType.TASK_NOT_FOUND, reason).member("taskId", missing.task());
            case Rejection.HandleInvalid invalid ->
                Problem.of(ProblemType.HANDLE_INVALID, reason).member("queue", invalid.queue());
            case Rejection.LeaseLost lost -> leaseLost(lost);
            case Rejection.QueueFull full ->
                retryLater(Problem.of(ProblemType.QUEUE_FULL, reason).member("queue", full.queue()), full.retryAfter());
            case Rejection.TooManyWaiters many ->
                retryLater(
                        Problem.of(ProblemType.TOO_MANY_WAITERS, reason).member("queue", many.queue()),
                        many.retryAfter());
            case Rejection.InUse ignored -> Problem.of(ProblemType.IN_USE, reason);
            case Rejection.DeadLetterCycle cycle ->
                Problem.of(ProblemType.DLQ_CYCLE, reason)
                        .member("queue", cycle.queue())
                        .member("dlq", cycle.deadLetter());
            case Rejection.WaitTooLong wait ->
                Problem.of(ProblemType.WAIT_TOO_LONG, reason)
                        .member("longest", wait.longest().toSeconds());
            case Rejection.BadArgument ignored -> Problem.of(ProblemType.BAD_ARGUMENT, reason);
            case Rejection.Conflict conflict -> conflict(conflict);
            case Rejection.SpansShards spans ->
                Problem.of(ProblemType.SPANS_SHARDS, reason).member("op", spans.op());
            case Rejection.StreamFull full ->
                Problem.of(ProblemType.STREAM_FULL, reason)
                        .member("stream", full.path())
                        .member("limit", full.limit());
            case Rejection.StorageFull full ->
                Problem.of(ProblemType.STORAGE_FULL, reason).member("limit", full.limit());
            case Rejection.DiskFull ignored -> Problem.of(ProblemType.DISK_FULL, reason);
            case Rejection.FilesExhausted exhausted ->
                retryLater(Problem.of(ProblemType.FILES_EXHAUSTED, reason), exhausted.retryAfter());
            case Rejection.MemoryFull full ->
                retryLater(Problem.of(ProblemType.MEMORY_FULL, reason), full.retryAfter());
            case Rejection.Overloaded overloaded ->
                retryLater(Problem.of(ProblemType.OVERLOADED, reason), overloaded.retryAfter());
            case Rejection.Unavailable unavailable -> unavailable(unavailable);
            case Rejection.CredentialsRefused ignored -> Problem.of(ProblemType.CREDENTIALS_REFUSED, reason);
            case Rejection.AccessRefused ignored -> Problem.of(ProblemType.ACCESS_REFUSED, reason);
            case Rejection.RateExceeded rate ->
                retryLater(Problem.of(ProblemType.RATE_EXCEEDED, reason), rate.retryAfter());
            case Rejection.OutcomeUnknown unknown ->
                Problem.of(ProblemType.OUTCOME_UNKNOWN, reason).member("why", unknown.cause());
            case Rejection.StorageFailed ignored -> Problem.of(ProblemType.STORAGE_FAILED, reason);
        };
    }

    /** Writes the problem of a rejection as members of an object that was begun. */
    public static void write(JsonGenerator json, Rejection rejection) throws IOException {
        from(rejection).writeFields(json);
    }

    private static Problem unavailable(Rejection.Unavailable unavailable) {
        Problem problem = unavailable.closing()
                ? Problem.of(ProblemType.SHUTTING_DOWN, unavailable.reason())
                : Problem.of(ProblemType.UNAVAILABLE, unavailable.reason());
        return retryLater(problem.member("why", unavailable.cause()), unavailable.retryAfter());
    }

    /** Adds where the message is now, so that a worker can tell that its message became a dead letter. */
    private static Problem leaseLost(Rejection.LeaseLost lost) {
        Problem problem = Problem.of(ProblemType.LEASE_LOST, lost.reason())
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
        Problem problem = Problem.of(ProblemType.CONFLICT, conflict.reason()).member("why", conflict.what());
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
        Problem problem = Problem.of(ProblemType.SEQ_REGRESSION, regression.reason());
        String last = regression.last();
        return (last == null ? problem : problem.member("last", last)).member("given", regression.given());
    }
}
