package dev.leat.cli.queue;

import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.PresencePage;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.QueueQuery;
import dev.leat.cli.console.DisplayText;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.console.TextTable;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.cli.remote.RemoteCommand;
import dev.leat.client.LeatClient;
import dev.leat.wire.EnumWords;
import dev.leat.wire.PresenceJson;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code leat presence list}. */
@Command(
        name = "list",
        description = "Lists the consumers of the queues that one may browse. With --json, a line for each.")
final class PresenceCommand extends RemoteCommand {

    @Option(names = "--queue", paramLabel = "QUEUE", description = "Only of this queue.")
    private @Nullable QueueName queue;

    @Option(names = "--group", paramLabel = "GROUP", description = "Only of this group.")
    private @Nullable GroupName group;

    @Override
    protected int run(LeatClient leat) {
        PresencePage page = leat.engine().call(new QueueQuery.Consumers(queue, group));
        if (isJson()) {
            page.consumers().forEach(presence -> JsonPrinter.line(out(), json -> PresenceJson.write(json, presence)));
        } else if (!page.consumers().isEmpty()) {
            print(page);
        }
        return ExitCodes.DONE;
    }

    private void print(PresencePage page) {
        TextTable table = new TextTable(
                "queue", "group", "consumer", "instance", "state", "leases", "received", "settled", "last seen");
        for (Presence presence : page.consumers()) {
            table.line(
                    presence.queue().value(),
                    presence.group().value(),
                    presence.consumer().value(),
                    presence.instance().isEmpty() ? DisplayText.NONE : presence.instance(),
                    EnumWords.of(presence.state()),
                    String.valueOf(presence.leases()),
                    String.valueOf(presence.received()),
                    String.valueOf(presence.settled()),
                    DisplayText.time(presence.lastSeen()));
        }
        table.print(out());
    }
}
