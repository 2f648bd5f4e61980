package dev.leat.cli.queue;

import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.PurgeScope;
import dev.leat.cli.console.DisplayText;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.remote.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code leat queue purge}. */
@Command(name = "purge", description = "Removes the messages that a queue has now, for good.")
final class PurgeCommand extends SingleQueueCommand {

    @Option(
            names = "--scope",
            paramLabel = "all|ready|dead",
            defaultValue = "all",
            description = "Which: all; or those ready, scheduled or blocked; or those parked (${DEFAULT-VALUE}).")
    private PurgeScope scope = PurgeScope.ALL;

    @Option(names = "--yes", description = "Really.")
    private boolean yes;

    @Override
    int run(MessageQueue queue) {
        if (!yes) {
            throw misused(
                    "this removes for good: look with \"leat queue browse " + queue.name() + "\", then add --yes");
        }
        long messages = queue.purge(scope);
        if (isJson()) {
            JsonPrinter.print(out(), json -> {
                json.writeStartObject();
                json.writeStringField("queue", queue.name().value());
                json.writeNumberField("messages", messages);
                json.writeEndObject();
            });
        } else {
            out().println("removed " + DisplayText.count(messages, "message") + " from " + queue.name());
        }
        return ExitCodes.DONE;
    }
}
