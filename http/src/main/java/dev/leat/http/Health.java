package dev.leat.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Health of the process, for the supervisor that restarts it and the load balancer that sends it requests. No method
 * blocks.
 */
public interface Health {

    /** Returns whether the process lives. A failed or recovering engine counts as alive: a restart would not help it. */
    default Report live() {
        return new Report(Status.LIVE, null);
    }

    /** Returns whether the server should get requests. */
    Report ready();

    /** State in one word. */
    enum Status {
        LIVE,
        READY,
        /** The server should get requests; some of the stored data is damaged. */
        DEGRADED,
        STARTING,
        RECOVERING,
        DRAINING,
        FAILED;

        /** Returns the word that answers use for this state. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean isGood() {
            return this == LIVE || this == READY || this == DEGRADED;
        }
    }

    /**
     * Something that an operator should look after.
     *
     * @param what what was found, and where
     * @param affected what cannot be relied on because of it
     * @param wayOut what to do about it
     */
    record Finding(String what, String affected, String wayOut) {}

    /**
     * An answer.
     *
     * @param reason why it is not good, in a sentence
     * @param findings shown only to callers that may administer the server: they have the names of streams in them
     */
    record Report(Status status, @Nullable String reason, List<Finding> findings) {
        /** The body says how many there are; the log and the doctor have all of them. */
        private static final int SHOWN = 20;

        public Report(Status status, @Nullable String reason) {
            this(status, reason, List.of());
        }

        /** Returns the status code of the answer. */
        public int code() {
            return status.isGood() ? 200 : 503;
        }

        /** Returns the body for a caller without credentials. */
        public String json() {
            return json(false);
        }

        /**
         * Returns the body of the answer.
         *
         * @param detailed whether to include the findings
         */
        public String json(boolean detailed) {
            StringBuilder json =
                    new StringBuilder("{\"status\":\"").append(status.word()).append('"');
            if (reason != null) {
                json.append(",\"reason\":").append(quoted(reason));
            }
            if (detailed && !findings.isEmpty()) {
                String shown = findings.stream().limit(SHOWN).map(Report::json).collect(Collectors.joining(","));
                json.append(",\"findings\":[").append(shown).append(']');
            }
            return json.append('}').toString();
        }

        private static String json(Finding finding) {
            return "{\"what\":" + quoted(finding.what) + ",\"affects\":" + quoted(finding.affected) + ",\"wayOut\":"
                    + quoted(finding.wayOut) + "}";
        }

        private static String quoted(String text) {
            return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
        }
    }
}
