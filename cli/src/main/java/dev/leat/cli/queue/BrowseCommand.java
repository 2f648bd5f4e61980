package dev.leat.cli.queue;

import dev.leat.api.queue.BrowseOptions;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessagePage;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.spi.QueueQuery;
import dev.leat.cli.console.DisplayText;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.console.TextTable;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.wire.EnumWords;
import dev.leat.wire.MessageJson;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code leat queue browse}. */
@Command(
        name = "browse",
        description =
                "Shows the messages of a queue, in the order that they would be received, and changes nothing. With"
                        + " --json, a line for each.")
final class BrowseCommand extends SingleQueueCommand {

    @Option(names = "--group", paramLabel = "GROUP", description = "How they stand in this group; else in all.")
    private @Nullable GroupName group;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "Only those that are scheduled, ready, blocked, leased, parked, dead or done.")
    private MessageInfo.@Nullable State state;

    @Option(names = "--from-tail", description = "The last messages first; also for the pages that follow.")
    private boolean fromTail;

    @Option(names = "--after", paramLabel = "NEXT", description = "Where the page before ended.")
    private @Nullable String after;

    @Option(
            names = "--limit",
            paramLabel = "COUNT",
            defaultValue = "100",
            description = "How many, at most 1000 (${DEFAULT-VALUE}).")
    private int limit;

    @Override
    @SuppressWarnings("NullAway") // it does not see that a state of a nested type may be null
    int run(MessageQueue queue) {
        if (limit < 1 || limit > QueueQuery.MAX_LIMIT) {
            throw misused("--limit is 1 to " + QueueQuery.MAX_LIMIT);
        }
        MessagePage page =
                queue.browse(new BrowseOptions(group, state, after, limit, fromTail ? QueueSide.TAIL : QueueSide.HEAD));
        if (isJson()) {
            page.messages().forEach(message -> JsonPrinter.line(out(), json -> MessageJson.write(json, message)));
        } else if (!page.messages().isEmpty()) {
            print(page);
        }
        if (page.next() != null) {
            out().flush();
            err().println("There are more: --after " + page.next());
        }
        return ExitCodes.DONE;
    }

    private void print(MessagePage page) {
        TextTable table = new TextTable("seq", "message", "state", "attempts", "key", "enqueued", "payload");
        for (MessageInfo message : page.messages()) {
            table.line(
                    String.valueOf(message.seq()),
                    message.messageId().value(),
                    message.groups().stream()
                            .map(one -> EnumWords.of(one.state()))
                            .distinct()
                            .collect(Collectors.joining(",")),
                    message.groups().stream()
                            .map(one -> String.valueOf(one.attempts()))
                            .distinct()
                            .collect(Collectors.joining(",")),
                    DisplayText.text(message.key()),
                    DisplayText.time(message.enqueuedAt()),
                    DisplayText.line(new String(message.payload(), StandardCharsets.UTF_8)));
        }
        table.print(out());
    }
}
