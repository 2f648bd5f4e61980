package dev.leat.api.queue;

import java.io.PrintWriter;
import java.io.StringWriter;

/** An exception as the text that is kept with the message that caused it. */
final class Failure {
    private Failure() {}

    /** The stack trace, or as much of it as is kept. */
    static String text(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        int length = Math.min(text.getBuffer().length(), Settlement.MAX_ERROR_BYTES);
        return text.getBuffer().substring(0, length);
    }
}
