package dev.leat.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the process is, for whoever decides to restart it or to send it requests. Asking never waits. */
public interface Health {

    /** Whether the process is there. An engine that fails or recovers is no reason to say no: a restart would not help it. */
    default Report live() {
        return new Report(Status.LIVE, null);
    }

    /** Whether requests are welcome. */
    Report ready();

    /** In a word. */
    enum Status {
        LIVE,
        READY,
        STARTING,
        RECOVERING,
        DRAINING,
        FAILED;

        /** The word for it in answers. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean isGood() {
            return this == LIVE || this == READY;
        }
    }

    /**
     * An answer.
     *
     * @param reason why it is not good, in a sentence
     */
    record Report(Status status, @Nullable String reason) {

        /** The status code that says the same. */
        public int code() {
            return status.isGood() ? 200 : 503;
        }

        public String json() {
            String word = "{\"status\":\"" + status.word() + "\"";
            if (reason == null) {
                return word + "}";
            }
            return word + ",\"reason\":\""
                    + new String(JsonStringEncoder.getInstance().quoteAsString(reason)) + "\"}";
        }
    }
}
