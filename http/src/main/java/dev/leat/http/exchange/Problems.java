package dev.leat.http.exchange;

import dev.leat.api.Rejection;
import java.time.Duration;

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

    public static Problem retryLater(Problem problem, Duration after) {
        long seconds = Math.max(1, (after.toMillis() + 999) / 1000);
        return problem.with(HeaderNames.RETRY_AFTER, Long.toString(seconds));
    }
}
