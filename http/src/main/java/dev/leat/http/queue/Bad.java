package dev.leat.http.queue;

import dev.leat.http.exchange.ProblemException;
import dev.leat.wire.JsonFaults;
import java.time.DateTimeException;
import java.util.function.Supplier;

/** Problems of invalid requests, in the one form that all of them have. */
final class Bad {

    /** The faults of JSON in requests. */
    static final JsonFaults REQUEST = new JsonFaults() {
        @Override
        public RuntimeException notJson(String reason) {
            return json(reason);
        }

        @Override
        public RuntimeException invalid(String reason) {
            return argument(reason);
        }

        @Override
        public boolean isStrict() {
            return true;
        }
    };

    private Bad() {}

    /** Returns the problem of an argument that is not valid. */
    static ProblemException argument(String what) {
        return ProblemException.badArgument(what);
    }

    static ProblemException json(String what) {
        return ProblemException.malformed("json-malformed", "the body is not valid JSON: " + what);
    }

    static ProblemException path(String what) {
        return ProblemException.malformed("path-malformed", what);
    }

    /** Returns the value; the exception of an invalid one becomes a problem with the same text. */
    static <T> T checked(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            throw argument(String.valueOf(e.getMessage()));
        }
    }

    /** Returns a client's text in quotes, shortened. */
    static String quoted(String text) {
        return ProblemException.quoted(text);
    }
}
