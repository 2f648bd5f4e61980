package dev.leat.cli.stream;

import dev.leat.api.ContentType;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.cli.remote.RemoteCommand;
import dev.leat.client.LeatClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leat stream create}. */
@Command(
        name = "create",
        description = "Makes a stream. One that was made the same way is confirmed, another is refused.")
final class CreateStreamCommand extends RemoteCommand {

    @Parameters(paramLabel = "PATH", description = "Where it is to be, such as orders/eu.")
    private StreamPath path = StreamPath.of("-");

    @Option(
            names = "--content-type",
            paramLabel = "TYPE",
            defaultValue = "bytes",
            description = "What its messages are: json, text, bytes or any other content type (${DEFAULT-VALUE}).")
    private ContentType contentType = ContentType.BYTES;

    @Mixin
    private LifetimeOptions lifetime = new LifetimeOptions();

    @Option(names = "--closed", description = "It never gets any messages.")
    private boolean closed;

    @Override
    protected int run(LeatClient leat) {
        if (lifetime.isContradictory()) {
            throw misused("give either --ttl or --expires-at");
        }
        CreateStreamResult created = leat.stream(path.value())
                .create(new StreamConfig(contentType, lifetime.lifetime(), Body.EMPTY, closed, null));
        if (isJson()) {
            JsonPrinter.print(out(), StreamAnswers.json(path, created));
        } else {
            out().println((created.isNew() ? "created " : "there already: ") + path + " (" + created.contentType()
                    + ")");
        }
        return ExitCodes.DONE;
    }
}
