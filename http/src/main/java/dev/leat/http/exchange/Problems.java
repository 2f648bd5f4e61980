package dev.leat.http.exchange;

import dev.leat.api.MessageId;
import dev.leat.api.QueueName;
import dev.leat.api.Rejection;
import dev.leat.api.StreamPath;
import java.time.Duration;
import java.util.Locale;

/**
 * The one place where a refusal becomes a status code. A rejection without a row here does not compile. What it knows is among the
 * members of its problem, so that a client need not read sentences.
 */
public final class Problems {

    private Problems() {}

    public static Problem from(Rejection rejection) {
        String reason = rejection.reason();
        return switch (rejection) {
            case Rejection.StreamNotFound(var path) -> about(path, Problem.of(404, "stream-not-found", reason));
            case Rejection.StreamGone(var path) -> about(path, Problem.of(410, "stream-gone", reason));
            case Rejection.StreamExists(var path, var difference) ->
                about(path, Problem.of(409, "stream-exists", reason)).member("difference", difference);
            case Rejection.StreamClosed(var path, var tail) ->
                about(path, Problem.of(409, "stream-closed", reason))
                        .member("nextOffset", tail)
                        .with(HeaderNames.STREAM_CLOSED, "true")
                        .with(HeaderNames.STREAM_NEXT_OFFSET, tail.toString());
            case Rejection.ContentTypeMismatch(var expected, var found) ->
                Problem.of(409, "content-type-mismatch", reason)
                        .member("expected", expected)
                        .member("found", found);
            case Rejection.NothingToAppend ignored -> Problem.of(400, "body-empty", reason);
            case Rejection.MalformedOffset ignored -> Problem.of(400, "offset-malformed", reason);
            case Rejection.MalformedJson ignored -> Problem.of(400, "json-malformed", reason);
            case Rejection.PayloadTooLarge(var bytes, var limit) ->
                Problem.of(413, "payload-too-large", reason)
                        .member("bytes", bytes)
                        .member("limit", limit);
            case Rejection.SeqRegression(var last, var given) ->
                Problem.of(409, "seq-regression", reason).member("last", last).member("given", given);
            case Rejection.EpochStale(var current) ->
                Problem.of(403, "producer-fenced", reason)
                        .member("epoch", current)
                        .with(HeaderNames.PRODUCER_EPOCH, Long.toString(current));
            case Rejection.EpochUnstarted(var epoch, var seq) ->
                Problem.of(400, "epoch-unstarted", reason)
                        .member("epoch", epoch)
                        .member("seq", seq);
            case Rejection.ProducerGap(var expected, var received) ->
                Problem.of(409, "producer-gap", reason)
                        .member("expectedSeq", expected)
                        .member("receivedSeq", received)
                        .with(HeaderNames.PRODUCER_EXPECTED_SEQ, Long.toString(expected))
                        .with(HeaderNames.PRODUCER_RECEIVED_SEQ, Long.toString(received));
            case Rejection.ForkSourceNotFound(var path) ->
                about(path, Problem.of(404, "fork-source-not-found", reason));
            case Rejection.ForkSourceGone(var path) -> about(path, Problem.of(409, "fork-source-gone", reason));
            case Rejection.ForkOutOfRange ignored -> Problem.of(400, "fork-out-of-range", reason);
            case Rejection.SubscriptionNotFound ignored -> Problem.of(404, "subscription-not-found", reason);
            case Rejection.SubscriptionExists ignored -> Problem.of(409, "subscription-exists", reason);
            case Rejection.WakeFenced ignored -> Problem.of(409, "wake-fenced", reason);
            case Rejection.WakeClaimed ignored -> Problem.of(409, "wake-claimed", reason);
            case Rejection.NothingPending ignored -> Problem.of(409, "nothing-pending", reason);
            case Rejection.AckOutOfRange ignored -> Problem.of(409, "ack-out-of-range", reason);
            case Rejection.QueueNotFound(var queue) -> about(queue, Problem.of(404, "queue-not-found", reason));
            case Rejection.QueueExists(var queue, var difference) ->
                about(queue, Problem.of(409, "queue-exists", reason)).member("difference", difference);
            case Rejection.GroupNotFound(var queue, var group) ->
                about(queue, Problem.of(404, "group-not-found", reason)).member("group", group);
            case Rejection.GroupExists(var queue, var group) ->
                about(queue, Problem.of(409, "group-exists", reason)).member("group", group);
            case Rejection.MessageNotFound(var queue, var message) ->
                about(queue, Problem.of(404, "message-not-found", reason)).member("messageId", message);
            case Rejection.TaskNotFound(var task) ->
                Problem.of(404, "task-not-found", reason).member("task", task);
            case Rejection.HandleInvalid(var queue) -> about(queue, Problem.of(400, "handle-invalid", reason));
            case Rejection.LeaseLost lost -> leaseLost(lost);
            case Rejection.QueueFull(var queue, var after) ->
                retryLater(about(queue, Problem.of(429, "queue-full", reason)), after);
            case Rejection.TooManyWaiters(var queue, var after) ->
                retryLater(about(queue, Problem.of(429, "too-many-waiters", reason)), after);
            case Rejection.InUse ignored -> Problem.of(409, "in-use", reason);
            case Rejection.DeadLetterCycle(var queue, var deadLetter) ->
                about(queue, Problem.of(400, "dlq-cycle", reason)).member("dlq", deadLetter);
            case Rejection.WaitTooLong(var longest) ->
                Problem.of(400, "wait-too-long", reason).member("longest", longest);
            case Rejection.BadArgument ignored -> Problem.of(400, "bad-argument", reason);
            case Rejection.Conflict conflict -> conflict(conflict);
            case Rejection.SpansShards spans ->
                Problem.of(400, "spans-shards", reason).member("op", spans.op());
            case Rejection.StreamFull(var path, var limit) ->
                about(path, Problem.of(507, "stream-full", reason)).member("limit", limit);
            case Rejection.StorageFull(var limit) ->
                Problem.of(507, "storage-full", reason).member("limit", limit);
            case Rejection.DiskFull ignored -> Problem.of(507, "disk-full", reason);
            case Rejection.Overloaded overloaded ->
                retryLater(Problem.of(503, "overloaded", reason), overloaded.retryAfter());
            case Rejection.Unavailable unavailable ->
                retryLater(Problem.of(503, "unavailable", reason), unavailable.retryAfter());
            case Rejection.StorageFailed ignored -> Problem.of(500, "storage-failed", reason);
        };
    }

    private static Problem about(StreamPath path, Problem problem) {
        return problem.member("stream", path);
    }

    private static Problem about(QueueName queue, Problem problem) {
        return problem.member("queue", queue);
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
        return problem.member("retryAfter", after).with(HeaderNames.RETRY_AFTER, Long.toString(seconds));
    }
}
