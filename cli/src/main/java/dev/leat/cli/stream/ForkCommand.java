package dev.leat.cli.stream;

import dev.leat.api.stream.Body;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.cli.remote.RemoteCommand;
import dev.leat.client.LeatClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leat stream fork}. */
@Command(
        name = "fork",
        description = "Makes a stream that begins with what another one has before an offset. They share those bytes,"
                + " and nothing that happens later.")
final class ForkCommand extends RemoteCommand {

    @Parameters(index = "0", paramLabel = "SOURCE", description = "The stream to branch off.")
    private StreamPath source = StreamPath.of("-");

    @Parameters(index = "1", paramLabel = "PATH", description = "Where the new one is to be.")
    private StreamPath path = StreamPath.of("-");

    @Option(
            names = "--at",
            paramLabel = "OFFSET",
            description = "Up to where it has what the source has; else its tail.")
    private @Nullable Offset at;

    @Option(
            names = "--plus",
            paramLabel = "COUNT",
            description = "How much more than that: messages if they are JSON, else bytes.")
    private @Nullable Long plus;

    @Mixin
    private LifetimeOptions lifetime = new LifetimeOptions();

    @Override
    protected int run(LeatClient leat) {
        if (lifetime.isContradictory()) {
            throw misused("give either --ttl or --expires-at");
        }
        if (plus != null && (plus < 0 || at == null)) {
            throw misused("--plus is 0 or more, and goes with --at");
        }
        CreateStreamResult created = leat.stream(path.value())
                .create(new StreamConfig(null, lifetime.lifetime(), Body.EMPTY, false, new Fork(source, at, plus)));
        if (isJson()) {
            JsonPrinter.print(out(), StreamAnswers.json(path, created));
        } else {
            out().println((created.isNew() ? "forked " : "there already: ") + source + " as " + path + "; tail "
                    + created.tail());
        }
        return ExitCodes.DONE;
    }
}
