package dev.leat.cli.queue;

import dev.leat.api.queue.MessageQueue;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.remote.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code leat queue delete}. */
@Command(
        name = "delete",
        description =
                "Removes a queue with all that it holds. Refused while other queues send their dead letters to it.")
final class DeleteQueueCommand extends SingleQueueCommand {

    @Option(names = "--detach", description = "Also if others send their dead letters here; they go on without.")
    private boolean detach;

    @Override
    int run(MessageQueue queue) {
        if (detach) {
            queue.deleteAndDetach();
        } else {
            queue.delete();
        }
        if (isJson()) {
            JsonPrinter.print(out(), json -> {
                json.writeStartObject();
                json.writeStringField("queue", queue.name().value());
                json.writeBooleanField("deleted", true);
                json.writeEndObject();
            });
        } else {
            out().println("deleted " + queue.name());
        }
        return ExitCodes.DONE;
    }
}
