package dev.leat.cli.stream;

import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.cli.console.CommandFailedException;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.cli.remote.RemoteCommand;
import dev.leat.client.LeatClient;
import java.io.IOException;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that prints the messages of a stream. */
abstract class PrintingCommand extends RemoteCommand {

    @Parameters(paramLabel = "PATH", description = "Which stream.")
    private StreamPath path = StreamPath.of("-");

    @Option(
            names = "--from",
            paramLabel = "OFFSET",
            defaultValue = "start",
            description = "Where to begin: start, now, or an offset that was answered (${DEFAULT-VALUE}).")
    private Offset from = Offset.START;

    @Option(
            names = "--limit",
            paramLabel = "COUNT",
            defaultValue = "" + Long.MAX_VALUE,
            description = "How many messages at most; bytes, if they are not JSON.")
    private long limit;

    /** Prints messages until the printer is done or the stream has no more. */
    abstract void print(DurableStream stream, Offset begin, MessagePrinter printer)
            throws IOException, InterruptedException;

    @Override
    protected final int run(LeatClient leat) throws CommandFailedException, IOException, InterruptedException {
        DurableStream stream = leat.stream(path.value());
        MessagePrinter printer = new MessagePrinter(
                stream.head().contentType(), isJson(), out(), surroundings().out(), limit);
        print(stream, from, printer);
        return ExitCodes.DONE;
    }
}
