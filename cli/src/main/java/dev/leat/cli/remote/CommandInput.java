package dev.leat.cli.remote;

import dev.leat.cli.config.FailureText;
import dev.leat.cli.console.CommandEnvironment;
import dev.leat.cli.console.CommandFailedException;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The input of a command: a text on the command line, a file, or standard input. */
public final class CommandInput {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    private @Nullable String text;

    @Option(names = "--file", paramLabel = "FILE", description = "The file to read; else standard input is read.")
    private @Nullable Path file;

    @Option(
            names = {"--lines", "--json-lines"},
            description = "Each line is a message of its own. Empty lines are passed over, and many go at once.")
    private boolean lines;

    /**
     * A line without its line end.
     *
     * @param number the first is 1
     * @param end how many bytes were read by then
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Line(byte[] bytes, long number, long end) {}

    /** Receiver of lines. */
    public interface LineTaker {
        void take(Line line) throws CommandFailedException, IOException, InterruptedException;
    }

    /** Sets the text from the command line. */
    public void says(@Nullable String words) {
        text = words;
    }

    public boolean isLines() {
        return lines;
    }

    /** Returns the whole input. */
    public byte[] bytes() throws CommandFailedException {
        try (InputStream in = open()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Returns the size of the file in bytes; 0 if the input is no file. */
    public long size() {
        try {
            return file == null ? 0 : Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    /** Hands each line that is not empty to the receiver. */
    public void lines(LineTaker taker) throws CommandFailedException, InterruptedException {
        try (InputStream in = new BufferedInputStream(open(), 1 << 16)) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            long read = 0;
            long number = 1;
            for (int b = in.read(); b >= 0; b = in.read()) {
                read++;
                if (b == '\n') {
                    hand(line, number++, read, taker);
                } else {
                    line.write(b);
                }
            }
            hand(line, number, read, taker);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static void hand(ByteArrayOutputStream line, long number, long read, LineTaker taker)
            throws CommandFailedException, IOException, InterruptedException {
        byte[] bytes = line.toByteArray();
        line.reset();
        int length = bytes.length > 0 && bytes[bytes.length - 1] == '\r' ? bytes.length - 1 : bytes.length;
        if (length > 0) {
            byte[] content = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
            taker.take(new Line(content, number, read));
        }
    }

    private InputStream open() throws IOException {
        if (text != null && file != null) {
            throw new ParameterException(command.commandLine(), "give either a text or --file");
        }
        if (text != null) {
            return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }
        return file == null ? CommandEnvironment.of(command).in() : Files.newInputStream(file);
    }

    private CommandFailedException unreadable(IOException failure) {
        return new CommandFailedException(
                "cannot read " + (file == null ? "standard input" : file) + ": " + FailureText.of(failure), failure);
    }
}
