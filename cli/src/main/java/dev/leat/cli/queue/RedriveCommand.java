package dev.leat.cli.queue;

import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.QueueTask;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.queue.RedriveOptions;
import dev.leat.api.queue.TaskInfo;
import dev.leat.cli.console.DisplayText;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.console.ProgressBar;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.wire.EnumWords;
import dev.leat.wire.QueueInfoJson;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code leat queue redrive}. */
@Command(
        name = "redrive",
        description =
                "Sends the dead letters that a queue holds back where they come from, and waits until that is done. It"
                        + " goes on in the server if the waiting is broken off.")
final class RedriveCommand extends SingleQueueCommand {
    private static final Duration A_MOMENT = Duration.ofMillis(500);

    @Option(names = "--to", paramLabel = "QUEUE", description = "Where to; else where each comes from.")
    private @Nullable QueueName to;

    @Option(
            names = "--limit",
            paramLabel = "COUNT",
            defaultValue = "0",
            description = "How many at most; 0 for all (${DEFAULT-VALUE}).")
    private long limit;

    @Option(
            names = "--per-second",
            paramLabel = "RATE",
            defaultValue = "0",
            description = "How fast; 0 for as fast as it goes (${DEFAULT-VALUE}).")
    private double perSecond;

    @Option(names = "--origin-queue", paramLabel = "QUEUE", description = "Only those that come from this queue.")
    private @Nullable QueueName originQueue;

    @Option(names = "--origin-group", paramLabel = "GROUP", description = "Only those of this group.")
    private @Nullable GroupName originGroup;

    @Option(
            names = "--reason",
            paramLabel = "REASON",
            description = "Only those that died of attemptsExhausted, leaseExpired, rejected, ttl or cancelled.")
    private Provenance.@Nullable Reason reason;

    @Option(names = "--message-id", paramLabel = "ID", description = "Only this message; may be given more than once.")
    private List<MessageId> messages = List.of();

    @Option(names = "--no-wait", description = "Do not wait; the answer says which task it is.")
    private boolean noWait;

    @Override
    @SuppressWarnings("NullAway") // it does not see that a reason of a nested type may be null
    int run(MessageQueue queue) throws InterruptedException {
        if (limit < 0 || perSecond < 0) {
            throw misused("--limit and --per-second are 0 or more");
        }
        RedriveFilter filter = new RedriveFilter(originQueue, originGroup, reason, Set.copyOf(messages));
        QueueTask task = queue.redrive(new RedriveOptions(filter, limit, perSecond, to));
        TaskInfo info = noWait ? task.info() : awaited(task);
        if (isJson()) {
            JsonPrinter.print(out(), json -> QueueInfoJson.write(json, info));
        } else {
            print(info);
        }
        boolean bad = info.state() == TaskInfo.State.FAILED || info.state() == TaskInfo.State.CANCELLED;
        return bad ? ExitCodes.REFUSED : ExitCodes.DONE;
    }

    private TaskInfo awaited(QueueTask task) throws InterruptedException {
        try (ProgressBar bar = ProgressBar.of(spec(), String::valueOf)) {
            Optional<TaskInfo> end = task.await(A_MOMENT);
            while (end.isEmpty()) {
                TaskInfo info = task.info();
                bar.at("redriving", info.moved(), info.total());
                end = task.await(A_MOMENT);
            }
            return end.get();
        }
    }

    private void print(TaskInfo info) {
        String skipped = info.skipped() == 0 ? "" : ", " + info.skipped() + " stayed";
        out().println(EnumWords.of(info.state()) + ": " + DisplayText.count(info.moved(), "message") + " moved"
                + skipped + " (task " + info.task() + ")");
        if (info.problem() != null) {
            out().println(DisplayText.line(info.problem()));
        }
    }
}
