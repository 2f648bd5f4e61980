package dev.leat.cli.stream;

import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.StreamPath;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.cli.remote.RemoteCommand;
import dev.leat.client.LeatClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code leat stream close}. */
@Command(name = "close", description = "Ends a stream: what it holds stays readable, and nothing comes after it.")
final class CloseCommand extends RemoteCommand {

    @Parameters(paramLabel = "PATH", description = "Which stream.")
    private StreamPath path = StreamPath.of("-");

    @Override
    protected int run(LeatClient leat) {
        AppendResult closed = leat.stream(path.value()).close();
        if (isJson()) {
            JsonPrinter.print(out(), StreamAnswers.json(path, closed));
        } else {
            out().println("closed " + path + "; tail " + closed.tail());
        }
        return ExitCodes.DONE;
    }
}
