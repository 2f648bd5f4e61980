package dev.leat.cli.queue;

import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.console.TextTable;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.cli.remote.RemoteCommand;
import dev.leat.client.LeatClient;
import dev.leat.wire.EnumWords;
import dev.leat.wire.QueueInfoJson;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leat queue list}. */
@Command(
        name = "list",
        description = "Lists the queues that one may browse, in order of their names. With --json, a line for each.")
final class ListQueuesCommand extends RemoteCommand {

    @Parameters(
            paramLabel = "PREFIX",
            arity = "0..1",
            defaultValue = "",
            description = "What their names begin with; else all.")
    private String prefix = "";

    @Option(
            names = "--limit",
            paramLabel = "COUNT",
            defaultValue = "1000",
            description = "How many, at most (${DEFAULT-VALUE}).")
    private int limit;

    @Override
    protected int run(LeatClient leat) {
        if (limit < 1) {
            throw misused("--limit is 1 or more");
        }
        try (Stream<QueueInfo> all = leat.queues().list()) {
            List<QueueInfo> queues =
                    all.filter(info -> isMeant(info.queue())).limit(limit + 1L).toList();
            print(queues.subList(0, Math.min(limit, queues.size())));
            if (queues.size() > limit) {
                out().flush();
                err().println("There are more; raise --limit.");
            }
        }
        return ExitCodes.DONE;
    }

    private boolean isMeant(QueueName name) {
        return name.value().startsWith(prefix);
    }

    private void print(List<QueueInfo> queues) {
        if (isJson()) {
            queues.forEach(info -> JsonPrinter.line(out(), json -> QueueInfoJson.write(json, info)));
        } else if (!queues.isEmpty()) {
            TextTable table =
                    new TextTable("queue", "mode", "messages", "ready", "scheduled", "leased", "parked", "state");
            queues.forEach(info -> table.line(
                    info.queue().value(),
                    EnumWords.of(info.config().mode()),
                    String.valueOf(info.messages()),
                    sum(info, GroupInfo::ready),
                    sum(info, GroupInfo::scheduled),
                    sum(info, GroupInfo::leased),
                    sum(info, GroupInfo::parked),
                    info.paused() ? "paused" : "-"));
            table.print(out());
        }
    }

    private static String sum(QueueInfo info, ToLongFunction<GroupInfo> count) {
        return String.valueOf(info.groups().stream().mapToLong(count).sum());
    }
}
