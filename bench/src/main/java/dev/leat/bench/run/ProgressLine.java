package dev.leat.bench.run;

import java.io.PrintWriter;

/** Output of what is measured just now: in one line that changes on a terminal, else in a line each. */
public final class ProgressLine implements AutoCloseable {
    private static final int WIDTH = 24;
    private static final String CLEAR = "\r\u001b[2K";

    private final PrintWriter err;
    private final boolean watched;
    private final boolean json;

    /**
     * @param watched whether standard error is a terminal
     * @param json whether a program reads the answer, which looks there only for what went wrong
     */
    public ProgressLine(PrintWriter err, boolean watched, boolean json) {
        this.err = err;
        this.watched = watched;
        this.json = json;
    }

    public void at(String label) {
        show(label);
    }

    /** @param done how many of all rows have been measured before this one */
    public void at(String label, int done, int all) {
        int filled = done * WIDTH / all;
        String bar = "[" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "]";
        show((watched ? bar : "[" + (done + 1) + "/" + all + "]") + " " + label);
    }

    private void show(String label) {
        if (watched) {
            err.print(CLEAR + label + " …");
            err.flush();
        } else if (!json) {
            err.println(label + " …");
        }
    }

    /** Takes the line away. */
    @Override
    public void close() {
        if (watched) {
            err.print(CLEAR);
            err.flush();
        }
    }
}
