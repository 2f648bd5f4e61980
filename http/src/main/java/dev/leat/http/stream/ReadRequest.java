package dev.leat.http.stream;

import dev.leat.api.Rejection;
import dev.leat.api.stream.Offset;
import dev.leat.http.exchange.PathDecoder;
import dev.leat.http.exchange.ProblemException;
import dev.leat.http.exchange.Problems;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a GET asks for, from its query. Parameters that the protocol does not know are ignored.
 *
 * @param cursor what an earlier answer gave; null if there was none or it is none of ours
 */
record ReadRequest(Offset from, Mode mode, @Nullable Long cursor) {

    enum Mode {
        CATCH_UP,
        LONG_POLL,
        SSE
    }

    private static final ReadRequest FROM_START = new ReadRequest(Offset.START, Mode.CATCH_UP, null);

    static ReadRequest parse(@Nullable String query) {
        if (query == null || query.isEmpty()) {
            return FROM_START;
        }
        Offset from = null;
        Mode mode = null;
        Long cursor = null;
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            switch (name) {
                case "offset" -> {
                    if (from != null) {
                        throw ProblemException.malformed("offset-malformed", "a read has one offset, not two");
                    }
                    from = offset(value);
                }
                case "live" -> {
                    if (mode != null) {
                        throw ProblemException.malformed("live-malformed", "a read is live in one way, not two");
                    }
                    mode = mode(value);
                }
                case "cursor" -> cursor = cursor(value);
                default -> {} // caches and proxies add their own
            }
        }
        if (from == null && mode != null) {
            throw ProblemException.malformed(
                    "offset-missing", "a live read needs an offset: one that an answer gave, -1 or now");
        }
        return new ReadRequest(from == null ? Offset.START : from, mode == null ? Mode.CATCH_UP : mode, cursor);
    }

    boolean isNow() {
        return from.equals(Offset.NOW);
    }

    private static Offset offset(String encoded) {
        Optional<String> text = PathDecoder.decode(encoded);
        return text.flatMap(Offset::parse)
                .orElseThrow(
                        () -> new ProblemException(Problems.from(new Rejection.MalformedOffset(text.orElse(encoded)))));
    }

    private static Mode mode(String encoded) {
        return switch (PathDecoder.decode(encoded).orElse(encoded)) {
            case "long-poll" -> Mode.LONG_POLL;
            case "sse" -> Mode.SSE;
            default ->
                throw ProblemException.malformed(
                        "live-malformed", "live is long-poll or sse, not " + ProblemException.quoted(encoded));
        };
    }

    private static @Nullable Long cursor(String value) {
        if (value.isEmpty() || value.length() > 15 || !value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return null;
        }
        return Long.valueOf(value);
    }
}
