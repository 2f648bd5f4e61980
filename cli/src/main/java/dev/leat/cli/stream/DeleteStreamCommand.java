package dev.leat.cli.stream;

import dev.leat.api.stream.StreamPath;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.cli.remote.RemoteCommand;
import dev.leat.client.LeatClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code leat stream delete}. */
@Command(
        name = "delete",
        description = "Removes a stream with all that it holds. Forks of it keep what they share with it.")
final class DeleteStreamCommand extends RemoteCommand {

    @Parameters(paramLabel = "PATH", description = "Which stream.")
    private StreamPath path = StreamPath.of("-");

    @Override
    protected int run(LeatClient leat) {
        leat.stream(path.value()).delete();
        if (isJson()) {
            JsonPrinter.print(out(), json -> {
                json.writeStartObject();
                json.writeStringField("path", path.value());
                json.writeBooleanField("deleted", true);
                json.writeEndObject();
            });
        } else {
            out().println("deleted " + path);
        }
        return ExitCodes.DONE;
    }
}
