package dev.leat.http.queue;

import dev.leat.http.exchange.ProblemException;
import dev.leat.wire.JsonFaults;
import java.time.DateTimeException;
import java.util.function.Supplier;

/** Says no to what a client wrote, in the one form that all of it has. */
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

    /** The request says something that cannot be. */
    static ProblemException argument(String what) {
        return ProblemException.badArgument(what);
    }

    static ProblemException json(String what) {
        return ProblemException.malformed("json-malformed", "the body is not valid JSON: " + what);
    }

    static ProblemException path(String what) {
        return ProblemException.malformed("path-malformed", what);
    }

    /** The engine's words for what is wrong with a value are good enough for clients. */
    static <T> T checked(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            throw argument(String.valueOf(e.getMessage()));
        }
    }

    /** What a client wrote, short enough to be repeated to it. */
    static String quoted(String text) {
        return ProblemException.quoted(text);
    }
}
