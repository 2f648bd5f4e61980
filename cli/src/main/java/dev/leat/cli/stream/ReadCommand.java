package dev.leat.cli.stream;

import dev.leat.api.spi.Slice;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Offset;
import java.io.IOException;
import picocli.CommandLine.Command;

/** {@code leat stream read}. */
@Command(
        name = "read",
        description =
                "Prints what a stream holds: JSON messages one to a line, anything else as it is. With --json, a line"
                        + " of JSON for each message, or for each piece where messages have no bounds, with its offset and the next.")
final class ReadCommand extends PrintingCommand {

    @Override
    void print(DurableStream stream, Offset begin, MessagePrinter printer) throws IOException {
        Offset at = begin;
        boolean end = printer.isDone();
        while (!end) {
            try (Slice slice = stream.slice(at, DurableStream.READ_BYTES)) {
                printer.print(slice.messages());
                at = slice.next();
                end = slice.upToDate() || printer.isDone();
            }
        }
    }
}
