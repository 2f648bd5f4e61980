package dev.leat.cli.stream;

import dev.leat.api.RejectedException;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.StreamPath;
import dev.leat.cli.console.CommandFailedException;
import dev.leat.cli.console.DisplayText;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.console.ProgressBar;
import dev.leat.cli.remote.CommandInput;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.cli.remote.RemoteCommand;
import dev.leat.client.LeatClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code leat stream append}. */
@Command(
        name = "append",
        description =
                "Appends to a stream, and answers when that is on disk. With --lines each line becomes a message: a JSON"
                        + " value where the stream is JSON, else text with the end of its line. They are appended once each, in"
                        + " their order, whatever has to be repeated on the way.")
final class AppendCommand extends RemoteCommand {

    @Parameters(index = "0", paramLabel = "PATH", description = "Which stream.")
    private StreamPath path = StreamPath.of("-");

    @Parameters(index = "1", paramLabel = "TEXT", arity = "0..1", description = "The message; else see --file.")
    private @Nullable String text;

    @Mixin
    private CommandInput input = new CommandInput();

    @Override
    protected int run(LeatClient leat) throws CommandFailedException, InterruptedException {
        DurableStream stream = leat.stream(path.value());
        input.says(text);
        return input.isLines() ? lines(stream) : one(stream);
    }

    private int one(DurableStream stream) throws CommandFailedException {
        AppendResult appended = stream.append(input.bytes());
        if (isJson()) {
            JsonPrinter.print(out(), StreamAnswers.json(path, appended));
        } else {
            out().println("appended; tail " + appended.tail());
        }
        return ExitCodes.DONE;
    }

    private int lines(DurableStream stream) throws CommandFailedException, InterruptedException {
        LineImport lines = new LineImport(stream);
        int code = all(lines);
        tell(lines);
        return code;
    }

    private int all(LineImport lines) throws CommandFailedException, InterruptedException {
        long size = input.size();
        try (ProgressBar bar = ProgressBar.of(spec(), DisplayText::bytes)) {
            input.lines(line -> {
                lines.add(line);
                bar.at("appending", line.end(), size);
            });
            lines.finish();
            return ExitCodes.DONE;
        } catch (RejectedException e) {
            return refused(e.rejection());
        }
    }

    /** Prints the result, also after a failure: what was appended stays. */
    private void tell(LineImport lines) {
        if (isJson()) {
            JsonPrinter.print(out(), json -> {
                json.writeStartObject();
                json.writeStringField("path", path.value());
                json.writeNumberField("lines", lines.appended());
                if (lines.tail() != null) {
                    json.writeStringField("tail", lines.tail().toString());
                }
                json.writeEndObject();
            });
        } else {
            out().println("appended " + DisplayText.count(lines.appended(), "line")
                    + (lines.tail() == null ? "" : "; tail " + lines.tail()));
        }
    }
}
