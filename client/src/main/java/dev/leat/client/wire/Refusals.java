package dev.leat.client.wire;

import dev.leat.api.ContentType;
import dev.leat.api.GroupName;
import dev.leat.api.MessageId;
import dev.leat.api.MessageInfo;
import dev.leat.api.Offset;
import dev.leat.api.QueueName;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.StreamPath;
import dev.leat.api.TaskId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The one place where a problem that a server tells becomes a {@link Rejection} again. */
public final class Refusals {
    private static final String TYPES = "urn:leat:problem:";
    private static final Duration A_MOMENT = Duration.ofSeconds(1);
    private static final Map<String, Function<Fields, Rejection>> KINDS = kinds();

    private Refusals() {}

    /** What an answer that says no means. */
    static Rejection of(WireAnswer answer) {
        Fields problem = problem(answer);
        Rejection known = problem == null ? null : known(problem);
        return known != null ? known : byStatus(answer, problem);
    }

    /** What a problem that is part of an answer means. */
    public static Rejection of(Fields problem) {
        Rejection known = known(problem);
        return known != null ? known : new Rejection.BadArgument(detail(problem));
    }

    /** The problem that an answer tells of; null if it is no server of Leat that says no. */
    static @Nullable Fields problem(WireAnswer answer) {
        String type = answer.header("Content-Type");
        if (type == null || !type.startsWith("application/problem+json")) {
            return null;
        }
        try {
            return answer.json();
        } catch (BadAnswer e) {
            return null;
        }
    }

    private static @Nullable Rejection known(Fields problem) {
        String type = problem.text("type");
        Function<Fields, Rejection> kind =
                type != null && type.startsWith(TYPES) ? KINDS.get(type.substring(TYPES.length())) : null;
        try {
            return kind == null ? null : kind.apply(problem);
        } catch (BadAnswer
                | IllegalArgumentException
                | RejectedException e) { // of another version, perhaps: the status says enough
            return null;
        }
    }

    /** For problems that are no rejections, for older servers, and for whoever else stands in between. */
    private static Rejection byStatus(WireAnswer answer, @Nullable Fields problem) {
        String what = problem == null ? "the server answered " + answer.status() : detail(problem);
        Duration wait = answer.retryAfter() == null ? A_MOMENT : answer.retryAfter();
        return switch (answer.status()) {
            case 401 -> new Rejection.CredentialsRefused(what);
            case 403 -> new Rejection.AccessRefused(what);
            case 429 -> new Rejection.RateExceeded(wait);
            case 503 -> new Rejection.Unavailable(what, wait);
            default ->
                answer.status() >= 500
                        ? new Rejection.OutcomeUnknown(what)
                        : new Rejection.BadArgument(problem == null ? what + " " + answer.excerpt() : what);
        };
    }

    private static String detail(Fields problem) {
        String detail = problem.text("detail");
        return detail == null ? "the server refused and did not say why" : detail;
    }

    /** One row for each row of the server's own table, which names the members; a test holds the two against each other. */
    private static Map<String, Function<Fields, Rejection>> kinds() {
        Map<String, Function<Fields, Rejection>> kinds = new HashMap<>();
        streams(kinds);
        queues(kinds);
        kinds.put("in-use", problem -> new Rejection.InUse(detail(problem)));
        kinds.put("bad-argument", problem -> new Rejection.BadArgument(detail(problem)));
        kinds.put("conflict", Refusals::conflict);
        kinds.put("spans-shards", problem -> new Rejection.SpansShards((int) problem.requiredWhole("op")));
        kinds.put("storage-full", problem -> new Rejection.StorageFull(problem.requiredWhole("limit")));
        kinds.put("disk-full", problem -> new Rejection.DiskFull());
        kinds.put("files-exhausted", problem -> new Rejection.FilesExhausted(retryAfter(problem)));
        kinds.put("memory-full", problem -> new Rejection.MemoryFull(retryAfter(problem)));
        kinds.put("overloaded", problem -> new Rejection.Overloaded(retryAfter(problem)));
        kinds.put("unavailable", problem -> new Rejection.Unavailable(why(problem), retryAfter(problem)));
        kinds.put("shutting-down", problem -> new Rejection.Unavailable(why(problem), retryAfter(problem), true));
        kinds.put("credentials-refused", problem -> new Rejection.CredentialsRefused(detail(problem)));
        kinds.put("access-refused", problem -> new Rejection.AccessRefused(detail(problem)));
        kinds.put("rate-exceeded", problem -> new Rejection.RateExceeded(retryAfter(problem)));
        kinds.put("outcome-unknown", problem -> new Rejection.OutcomeUnknown(why(problem)));
        kinds.put("storage-failed", problem -> new Rejection.StorageFailed(detail(problem)));
        return kinds;
    }

    private static void streams(Map<String, Function<Fields, Rejection>> kinds) {
        kinds.put("stream-not-found", problem -> new Rejection.StreamNotFound(path(problem, "stream")));
        kinds.put("stream-gone", problem -> new Rejection.StreamGone(path(problem, "stream")));
        kinds.put(
                "stream-exists",
                problem -> new Rejection.StreamExists(path(problem, "stream"), problem.requiredText("difference")));
        kinds.put(
                "stream-closed",
                problem -> new Rejection.StreamClosed(
                        path(problem, "stream"), Offset.of(problem.requiredText("nextOffset"))));
        kinds.put(
                "content-type-mismatch",
                problem -> new Rejection.ContentTypeMismatch(type(problem, "expected"), type(problem, "found")));
        kinds.put("body-empty", problem -> new Rejection.NothingToAppend());
        kinds.put("offset-malformed", problem -> new Rejection.MalformedOffset(problem.requiredText("offset")));
        kinds.put("json-malformed", problem -> new Rejection.MalformedJson(why(problem)));
        kinds.put(
                "too-large",
                problem ->
                        new Rejection.PayloadTooLarge(problem.requiredWhole("bytes"), problem.requiredWhole("limit")));
        kinds.put(
                "seq-regression",
                problem -> new Rejection.SeqRegression(problem.text("last"), problem.requiredText("given")));
        kinds.put("producer-fenced", problem -> new Rejection.EpochStale(problem.requiredWhole("epoch")));
        kinds.put(
                "epoch-unstarted",
                problem -> new Rejection.EpochUnstarted(problem.requiredWhole("epoch"), problem.requiredWhole("seq")));
        kinds.put(
                "producer-gap",
                problem -> new Rejection.ProducerGap(
                        problem.requiredWhole("expectedSeq"), problem.requiredWhole("receivedSeq")));
        kinds.put("fork-source-not-found", problem -> new Rejection.ForkSourceNotFound(path(problem, "source")));
        kinds.put("fork-source-gone", problem -> new Rejection.ForkSourceGone(path(problem, "source")));
        kinds.put("fork-out-of-range", problem -> new Rejection.ForkOutOfRange(why(problem)));
        kinds.put(
                "stream-full",
                problem -> new Rejection.StreamFull(path(problem, "stream"), problem.requiredWhole("limit")));
    }

    private static void queues(Map<String, Function<Fields, Rejection>> kinds) {
        kinds.put("queue-not-found", problem -> new Rejection.QueueNotFound(queue(problem)));
        kinds.put(
                "queue-exists",
                problem -> new Rejection.QueueExists(queue(problem), problem.requiredText("difference")));
        kinds.put("group-not-found", problem -> new Rejection.GroupNotFound(queue(problem), group(problem)));
        kinds.put("group-exists", problem -> new Rejection.GroupExists(queue(problem), group(problem)));
        kinds.put(
                "message-not-found",
                problem -> new Rejection.MessageNotFound(
                        queue(problem), new MessageId(problem.requiredText("messageId"))));
        kinds.put("task-not-found", problem -> new Rejection.TaskNotFound(new TaskId(problem.requiredText("taskId"))));
        kinds.put("handle-invalid", problem -> new Rejection.HandleInvalid(queue(problem)));
        kinds.put("lease-lost", Refusals::leaseLost);
        kinds.put("queue-full", problem -> new Rejection.QueueFull(queue(problem), retryAfter(problem)));
        kinds.put("too-many-waiters", problem -> new Rejection.TooManyWaiters(queue(problem), retryAfter(problem)));
        kinds.put(
                "dlq-cycle",
                problem -> new Rejection.DeadLetterCycle(queue(problem), new QueueName(problem.requiredText("dlq"))));
        kinds.put(
                "wait-too-long",
                problem -> new Rejection.WaitTooLong(Duration.ofSeconds(problem.requiredWhole("longest"))));
    }

    private static Rejection leaseLost(Fields problem) {
        String dlq = problem.text("dlq");
        String messageId = problem.text("dlqMessageId");
        return new Rejection.LeaseLost(
                MessageInfo.State.valueOf(problem.requiredText("state").toUpperCase(Locale.ROOT)),
                dlq == null ? null : new QueueName(dlq),
                messageId == null ? null : new MessageId(messageId));
    }

    private static Rejection conflict(Fields problem) {
        Long op = problem.whole("op");
        Fields cause = problem.object("cause");
        return new Rejection.Conflict(op == null ? -1 : op.intValue(), why(problem), cause == null ? null : of(cause));
    }

    private static Duration retryAfter(Fields problem) {
        Long seconds = problem.whole("retryAfter");
        return seconds == null ? A_MOMENT : Duration.ofSeconds(seconds);
    }

    private static String why(Fields problem) {
        String why = problem.text("why");
        return why == null ? detail(problem) : why;
    }

    private static StreamPath path(Fields problem, String member) {
        return StreamPath.of(problem.requiredText(member));
    }

    private static ContentType type(Fields problem, String member) {
        return new ContentType(problem.requiredText(member));
    }

    private static QueueName queue(Fields problem) {
        return new QueueName(problem.requiredText("queue"));
    }

    private static GroupName group(Fields problem) {
        return new GroupName(problem.requiredText("group"));
    }
}
