package dev.leat.cli.stream;

import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPath;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.cli.remote.RemoteCommand;
import dev.leat.client.LeatClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code leat stream head}. */
@Command(name = "head", description = "Tells what a stream is, and where its tail is.")
final class HeadCommand extends RemoteCommand {

    @Parameters(paramLabel = "PATH", description = "Which stream.")
    private StreamPath path = StreamPath.of("-");

    @Override
    protected int run(LeatClient leat) {
        StreamInfo info = leat.stream(path.value()).head();
        if (isJson()) {
            JsonPrinter.print(out(), json -> StreamAnswers.write(json, info));
        } else {
            StreamAnswers.print(info, out());
        }
        return ExitCodes.DONE;
    }
}
