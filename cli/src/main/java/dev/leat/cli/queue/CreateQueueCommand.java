package dev.leat.cli.queue;

import dev.leat.api.queue.CreateQueueResult;
import dev.leat.api.queue.MessageQueue;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.wire.EnumWords;
import dev.leat.wire.QueueConfigJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** {@code leat queue create}. */
@Command(
        name = "create",
        description =
                "Makes a queue. One of the same configuration is confirmed, another is refused. The flags are called as"
                        + " in HTTP; what is not said has its default.")
final class CreateQueueCommand extends SingleQueueCommand {

    private final ConfigOptions config = new ConfigOptions();

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private CommandSpec options = config.spec();

    @Override
    int run(MessageQueue queue) {
        CreateQueueResult created;
        try {
            created = queue.create(config.config());
        } catch (IllegalArgumentException e) {
            throw misused(String.valueOf(e.getMessage()));
        }
        if (isJson()) {
            JsonPrinter.print(out(), json -> {
                json.writeStartObject();
                json.writeStringField("queue", queue.name().value());
                json.writeBooleanField("created", created.isNew());
                json.writeFieldName("config");
                QueueConfigJson.write(json, created.config());
                json.writeEndObject();
            });
        } else {
            out().println((created.isNew() ? "created " : "there already: ") + queue.name() + " ("
                    + EnumWords.of(created.config().mode()) + ")");
        }
        return ExitCodes.DONE;
    }
}
