package dev.leat.cli.console;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import picocli.CommandLine.Model.CommandSpec;

/** Shows progress in one line of a terminal. Prints nothing if standard error is no terminal. */
public final class ProgressBar implements AutoCloseable {
    private static final int WIDTH = 24;
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);
    private static final String CLEAR = "\r\u001b[2K";

    private final PrintWriter err;
    private final boolean shown;
    private final LongFunction<String> words;
    private long last = System.nanoTime() - PAUSE;
    private String lastStep = "";

    /** @param words formats an amount with its unit */
    public ProgressBar(PrintWriter err, boolean shown, LongFunction<String> words) {
        this.err = err;
        this.shown = shown;
        this.words = words;
    }

    /** Returns a bar that prints only if the command's standard error is a terminal. */
    public static ProgressBar of(CommandSpec command, LongFunction<String> words) {
        return new ProgressBar(
                command.commandLine().getErr(), CommandEnvironment.of(command).watched(), words);
    }

    /** @param total 0 if it is unknown */
    public void at(String step, long done, long total) {
        long now = System.nanoTime();
        if (shown && (now - last >= PAUSE || !step.equals(lastStep))) {
            last = now;
            lastStep = step;
            err.print(CLEAR + line(step, done, total));
            err.flush();
        }
    }

    private String line(String step, long done, long total) {
        if (total <= 0) {
            return done == 0 ? step + " …" : step + "  " + words.apply(done);
        }
        int filled = (int) (Math.min(done, total) * WIDTH / total);
        return String.format(
                "%s [%s%s] %3d%%  %s of %s",
                step,
                "#".repeat(filled),
                ".".repeat(WIDTH - filled),
                Math.min(done, total) * 100 / total,
                words.apply(done),
                words.apply(total));
    }

    /** Removes the line. */
    @Override
    public void close() {
        if (shown) {
            err.print(CLEAR);
            err.flush();
        }
    }
}
