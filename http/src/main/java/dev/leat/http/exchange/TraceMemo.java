package dev.leat.http.exchange;

import dev.leat.api.stream.StreamPath;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the W3C trace context of the request that last changed a stream, so that what follows from the change is in
 * the same trace. Its memory is fixed: a new stream replaces another one.
 */
public final class TraceMemo {
    private static final int PLACES = 1 << 12;
    private static final int LONGEST_STATE = 512;
    private static final Pattern PARENT = Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

    private final AtomicReferenceArray<@Nullable Memo> places = new AtomicReferenceArray<>(PLACES);

    /** The trace that a request belongs to. */
    public record Trace(String parent, @Nullable String state) {}

    private record Memo(StreamPath path, Trace trace) {}

    /** Remembers the trace of a request that changes a stream, if it belongs to one. */
    public void note(StreamPath path, Exchange exchange) {
        String parent = exchange.header(HeaderNames.TRACEPARENT);
        if (parent != null) {
            note(path, parent, exchange.header(HeaderNames.TRACESTATE));
        }
    }

    public void note(StreamPath path, String parent, @Nullable String state) {
        if (PARENT.matcher(parent).matches()) {
            String kept = state == null || state.length() > LONGEST_STATE ? null : state;
            places.set(place(path), new Memo(path, new Trace(parent, kept)));
        }
    }

    public @Nullable Trace find(StreamPath path) {
        Memo memo = places.get(place(path));
        return memo != null && memo.path.equals(path) ? memo.trace : null;
    }

    private static int place(StreamPath path) {
        int hash = path.hashCode();
        return (hash ^ hash >>> 16) & PLACES - 1;
    }
}
