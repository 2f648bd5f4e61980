package dev.leat.cli.queue;

import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueInfo;
import dev.leat.cli.console.DisplayText;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.console.TextTable;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.wire.EnumWords;
import dev.leat.wire.QueueInfoJson;
import picocli.CommandLine.Command;

/** {@code leat queue show}. */
@Command(name = "show", description = "Tells how a queue stands. With --json, also all of its configuration.")
final class ShowCommand extends SingleQueueCommand {

    @Override
    int run(MessageQueue queue) {
        QueueInfo info = queue.info();
        if (isJson()) {
            JsonPrinter.print(out(), json -> QueueInfoJson.write(json, info));
        } else {
            about(info);
            out().println();
            groups(info);
        }
        return ExitCodes.DONE;
    }

    private void about(QueueInfo info) {
        QueueConfig config = info.config();
        TextTable table = new TextTable("queue", info.queue().value());
        table.line("mode", EnumWords.of(config.mode()));
        table.line("messages", DisplayText.count(info.messages(), "message") + ", " + DisplayText.bytes(info.bytes()));
        table.line("lease", DisplayText.time(config.lease()));
        table.line("attempts", config.maxAttempts() == 0 ? "no limit" : "at most " + config.maxAttempts());
        table.line("dead letters", config.deadLetter() == null ? "stay here, parked" : "go to " + config.deadLetter());
        table.line("created", DisplayText.time(info.created()));
        table.line("state", info.paused() ? "paused" : "running");
        table.print(out());
    }

    private void groups(QueueInfo info) {
        TextTable table = new TextTable(
                "group", "ready", "scheduled", "leased", "parked", "acked", "nacked", "dead", "oldest", "state");
        for (GroupInfo group : info.groups()) {
            table.line(
                    group.group().value(),
                    String.valueOf(group.ready()),
                    String.valueOf(group.scheduled()),
                    String.valueOf(group.leased()),
                    String.valueOf(group.parked()),
                    String.valueOf(group.counters().acked()),
                    String.valueOf(group.counters().nacked()),
                    String.valueOf(group.counters().deadLettered()),
                    DisplayText.time(group.oldest()),
                    group.paused() ? "paused" : "-");
        }
        table.print(out());
    }
}
