package dev.leat.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
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
        /** Requests are welcome; some of what is stored is damaged. */
        DEGRADED,
        STARTING,
        RECOVERING,
        DRAINING,
        FAILED;

        /** The word for it in answers. */
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

        /** The status code that says the same. */
        public int code() {
            return status.isGood() ? 200 : 503;
        }

        /** The answer to a caller that need not be known. */
        public String json() {
            return json(false);
        }

        /** @param detailed whether the caller may know the findings */
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
