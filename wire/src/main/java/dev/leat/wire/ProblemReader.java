package dev.leat.wire;

import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.TaskId;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The one place where a problem becomes a {@link Rejection} again. A {@link ProblemType} without a row does not compile. */
public final class ProblemReader {
    private static final Duration A_MOMENT = Duration.ofSeconds(1);

    private ProblemReader() {}

    /** Returns the rejection of a problem; of one that is not known, its detail as a {@link Rejection.BadArgument}. */
    public static Rejection rejection(JsonObject problem) {
        Rejection known = find(problem);
        return known != null ? known : new Rejection.BadArgument(detail(problem));
    }

    /** Returns the rejection of a problem; null if its type or its members are those of another version. */
    public static @Nullable Rejection find(JsonObject problem) {
        String urn = problem.text("type");
        ProblemType type = urn == null ? null : ProblemType.find(urn);
        try {
            return type == null ? null : rejection(type, problem);
        } catch (RuntimeException e) { // a member is missing, or is not what this version takes
            return null;
        }
    }

    /** Returns the sentence that says what is wrong. */
    public static String detail(JsonObject problem) {
        String detail = problem.text("detail");
        return detail == null ? "the server refused and did not say why" : detail;
    }

    private static @Nullable Rejection rejection(ProblemType type, JsonObject problem) {
        return switch (type) {
            case STREAM_NOT_FOUND -> new Rejection.StreamNotFound(path(problem, "stream"));
            case STREAM_GONE -> new Rejection.StreamGone(path(problem, "stream"));
            case STREAM_EXISTS ->
                new Rejection.StreamExists(path(problem, "stream"), problem.requiredText("difference"));
            case STREAM_CLOSED ->
                new Rejection.StreamClosed(path(problem, "stream"), Offset.of(problem.requiredText("nextOffset")));
            case CONTENT_TYPE_MISMATCH ->
                new Rejection.ContentTypeMismatch(type(problem, "expected"), type(problem, "found"));
            case BODY_EMPTY -> new Rejection.NothingToAppend();
            case OFFSET_MALFORMED -> new Rejection.MalformedOffset(problem.requiredText("offset"));
            case JSON_MALFORMED -> new Rejection.MalformedJson(why(problem));
            case TOO_LARGE ->
                new Rejection.PayloadTooLarge(problem.requiredWhole("bytes"), problem.requiredWhole("limit"));
            case PRODUCER_FENCED -> new Rejection.EpochStale(problem.requiredWhole("epoch"));
            case EPOCH_UNSTARTED ->
                new Rejection.EpochUnstarted(problem.requiredWhole("epoch"), problem.requiredWhole("seq"));
            case PRODUCER_GAP ->
                new Rejection.ProducerGap(problem.requiredWhole("expectedSeq"), problem.requiredWhole("receivedSeq"));
            case FORK_SOURCE_NOT_FOUND -> new Rejection.ForkSourceNotFound(path(problem, "source"));
            case FORK_SOURCE_GONE -> new Rejection.ForkSourceGone(path(problem, "source"));
            case FORK_OUT_OF_RANGE -> new Rejection.ForkOutOfRange(why(problem));
            case QUEUE_NOT_FOUND -> new Rejection.QueueNotFound(queue(problem));
            case QUEUE_EXISTS -> new Rejection.QueueExists(queue(problem), problem.requiredText("difference"));
            case GROUP_NOT_FOUND -> new Rejection.GroupNotFound(queue(problem), group(problem));
            case GROUP_EXISTS -> new Rejection.GroupExists(queue(problem), group(problem));
            case MESSAGE_NOT_FOUND ->
                new Rejection.MessageNotFound(queue(problem), new MessageId(problem.requiredText("messageId")));
            case TASK_NOT_FOUND -> new Rejection.TaskNotFound(new TaskId(problem.requiredText("taskId")));
            case HANDLE_INVALID -> new Rejection.HandleInvalid(queue(problem));
            case QUEUE_FULL -> new Rejection.QueueFull(queue(problem), retryAfter(problem));
            case TOO_MANY_WAITERS -> new Rejection.TooManyWaiters(queue(problem), retryAfter(problem));
            case IN_USE -> new Rejection.InUse(detail(problem));
            case DLQ_CYCLE -> new Rejection.DeadLetterCycle(queue(problem), new QueueName(problem.requiredText("dlq")));
            case WAIT_TOO_LONG -> new Rejection.WaitTooLong(Duration.ofSeconds(problem.requiredWhole("longest")));
            case BAD_ARGUMENT -> new Rejection.BadArgument(detail(problem));
            case SPANS_SHARDS -> new Rejection.SpansShards((int) problem.requiredWhole("op"));
            case STREAM_FULL -> new Rejection.StreamFull(path(problem, "stream"), problem.requiredWhole("limit"));
            case STORAGE_FULL -> new Rejection.StorageFull(problem.requiredWhole("limit"));
            case DISK_FULL -> new Rejection.DiskFull();
            case FILES_EXHAUSTED -> new Rejection.FilesExhausted(retryAfter(problem));
            case MEMORY_FULL -> new Rejection.MemoryFull(retryAfter(problem));
            case OVERLOADED -> new Rejection.Overloaded(retryAfter(problem));
            case CREDENTIALS_REFUSED -> new Rejection.CredentialsRefused(detail(problem));
            case ACCESS_REFUSED -> new Rejection.AccessRefused(detail(problem));
            case RATE_EXCEEDED -> new Rejection.RateExceeded(retryAfter(problem));
            case OUTCOME_UNKNOWN -> new Rejection.OutcomeUnknown(why(problem));
            case STORAGE_FAILED -> new Rejection.StorageFailed(detail(problem));
            case SHUTTING_DOWN -> new Rejection.Unavailable(why(problem), retryAfter(problem), true);
            case UNAVAILABLE -> new Rejection.Unavailable(why(problem), retryAfter(problem));
            case LEASE_LOST -> leaseLost(problem);
            case CONFLICT -> conflict(problem);
            case SEQ_REGRESSION -> new Rejection.SeqRegression(problem.text("last"), problem.requiredText("given"));
            case SUBSCRIPTION_NOT_FOUND,
                    SUBSCRIPTION_EXISTS,
                    WAKE_FENCED,
                    WAKE_CLAIMED,
                    NOTHING_PENDING,
                    ACK_OUT_OF_RANGE -> null; // clients have no calls for subscriptions
        };
    }

    private static Rejection leaseLost(JsonObject problem) {
        String dlq = problem.text("dlq");
        String messageId = problem.text("dlqMessageId");
        return new Rejection.LeaseLost(
                MessageInfo.State.valueOf(problem.requiredText("state").toUpperCase(Locale.ROOT)),
                dlq == null ? null : new QueueName(dlq),
                messageId == null ? null : new MessageId(messageId));
    }

    private static Rejection conflict(JsonObject problem) {
        Long op = problem.whole("op");
        JsonObject cause = problem.object("cause");
        return new Rejection.Conflict(
                op == null ? -1 : op.intValue(), why(problem), cause == null ? null : rejection(cause));
    }

    private static Duration retryAfter(JsonObject problem) {
        Long seconds = problem.whole("retryAfter");
        return seconds == null ? A_MOMENT : Duration.ofSeconds(seconds);
    }

    private static String why(JsonObject problem) {
        String why = problem.text("why");
        return why == null ? detail(problem) : why;
    }

    private static StreamPath path(JsonObject problem, String member) {
        return StreamPath.of(problem.requiredText(member));
    }

    private static ContentType type(JsonObject problem, String member) {
        return new ContentType(problem.requiredText(member));
    }

    private static QueueName queue(JsonObject problem) {
        return new QueueName(problem.requiredText("queue"));
    }

    private static GroupName group(JsonObject problem) {
        return new GroupName(problem.requiredText("group"));
    }
}
