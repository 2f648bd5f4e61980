package dev.leat.http.exchange;

import dev.leat.http.origin.Origin;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Cross-origin rules: which pages may use the server, and which headers they see. */
public final class Cors {
    private static final CharSequence METHODS = AsciiText.of("GET, HEAD, PUT, POST, DELETE, OPTIONS");
    private static final CharSequence ALLOWED = AsciiText.of("Content-Type, Authorization, If-None-Match,"
            + " Stream-Seq, Stream-TTL, Stream-Expires-At, Stream-Closed, Stream-Forked-From, Stream-Fork-Offset,"
            + " Stream-Fork-Sub-Offset, Producer-Id, Producer-Epoch, Producer-Seq, X-Request-Id, traceparent,"
            + " tracestate");
    private static final CharSequence QUEUE_METHODS = AsciiText.of("GET, PUT, POST, PATCH, DELETE, OPTIONS");
    private static final CharSequence QUEUE_ALLOWED = AsciiText.of("*, Content-Type, Authorization,"
            + " Message-Key, Message-Priority, Message-Delay, Message-Not-Before, Message-Ttl, Message-Dedup-Id,"
            + " Message-Max-Attempts, Message-Groups, X-Request-Id, traceparent, tracestate");
    private static final CharSequence EXPOSED = AsciiText.of("Stream-Next-Offset, Stream-Cursor, Stream-Up-To-Date,"
            + " Stream-Closed, Stream-TTL, Stream-Expires-At, Stream-Message-Count, Stream-Bytes,"
            + " Stream-SSE-Data-Encoding, Producer-Epoch, Producer-Seq, Producer-Expected-Seq, Producer-Received-Seq,"
            + " ETag, Location, Retry-After, X-Request-Id");
    private static final CharSequence ANY = AsciiText.of("*");
    private static final CharSequence ONE_DAY = AsciiText.of("86400");

    private static final String LOOPBACK = "loopback";

    private final boolean any;
    private final boolean loopback;
    private final Set<Origin> origins;

    /**
     * @param origins each {@code *} for all, {@code loopback} for pages that the machine of the browser serves, or an origin
     * @throws IllegalArgumentException if one is neither
     */
    public Cors(List<String> origins) {
        this.any = origins.contains("*");
        this.loopback = origins.contains(LOOPBACK);
        this.origins = origins.stream()
                .filter(origin -> !origin.equals("*") && !origin.equals(LOOPBACK))
                .map(Cors::origin)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Origin origin(String text) {
        return Origin.parse(text)
                .orElseThrow(
                        () -> new IllegalArgumentException("not an origin such as https://app.example.org: " + text));
    }

    /** Returns whether answers depend on the page's origin, so that caches have to know. */
    public boolean varies() {
        return !any;
    }

    /** Returns whether pages of this origin may use the server; null if the browser does not say which it is. */
    public boolean allows(@Nullable String origin) {
        return any
                || (origin != null
                        && Origin.parse(origin)
                                .filter(found -> origins.contains(found) || (loopback && found.isLoopback()))
                                .isPresent());
    }

    void expose(ServerResponse response, @Nullable String origin) {
        if (any) {
            response.putHeader(HeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, ANY);
        } else if (origin != null && allows(origin)) {
            response.putHeader(HeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        } else {
            return;
        }
        response.putHeader(HeaderNames.ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    }

    /** Answers a preflight request. */
    public void preflight(ServerResponse response) {
        preflight(response, METHODS, ALLOWED);
    }

    /** The same for queues, whose messages have headers of any name. */
    public void preflightOfQueues(ServerResponse response) {
        preflight(response, QUEUE_METHODS, QUEUE_ALLOWED);
    }

    private static void preflight(ServerResponse response, CharSequence methods, CharSequence headers) {
        response.putHeader(HeaderNames.ACCESS_CONTROL_ALLOW_METHODS, methods)
                .putHeader(HeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, headers)
                .putHeader(HeaderNames.ACCESS_CONTROL_MAX_AGE, ONE_DAY);
    }
}
