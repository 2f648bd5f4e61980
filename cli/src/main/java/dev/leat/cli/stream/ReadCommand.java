package dev.leat.cli.stream;

import dev.leat.api.DurableStream;
import dev.leat.api.Offset;
import dev.leat.api.Slice;
import dev.leat.api.StreamPath;
import dev.leat.cli.remote.Exits;
import dev.leat.cli.remote.RemoteCommand;
import dev.leat.client.LeatClient;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leat stream read}. */
@Command(
        name = "read",
        description =
                "Prints what a stream holds: JSON messages one to a line, anything else as it is. With --json, a line"
                        + " of JSON for each message, or for each piece where messages have no bounds, with its offset and the next.")
final class ReadCommand extends RemoteCommand {

    @Parameters(paramLabel = "PATH", description = "Which stream.")
    private StreamPath path = StreamPath.of("-");

    @Option(
            names = "--from",
            paramLabel = "OFFSET",
            defaultValue = "start",
            description = "Where to begin: start, or an offset that was answered (${DEFAULT-VALUE}).")
    private Offset from = Offset.START;

    @Option(
            names = "--limit",
            paramLabel = "COUNT",
            defaultValue = "" + Long.MAX_VALUE,
            description = "How many messages at most; bytes, if they are not JSON.")
    private long limit;

    @Override
    protected int run(LeatClient leat) throws IOException {
        DurableStream stream = leat.stream(path.value());
        MessagePrinter printer = new MessagePrinter(
                stream.head().contentType(), isJson(), out(), surroundings().out(), limit);
        Offset at = from;
        boolean end = printer.isDone();
        while (!end) {
            try (Slice slice = stream.slice(at, DurableStream.READ_BYTES)) {
                printer.print(slice.messages());
                at = slice.next();
                end = slice.upToDate() || printer.isDone();
            }
        }
        return Exits.DONE;
    }
}
