package dev.leat.http.exchange;

import dev.leat.wire.LeatHeaders;
import io.vertx.core.http.HttpHeaders;

/** The names of headers, made once in the form that is fastest to write. */
public final class HeaderNames {
    public static final CharSequence STREAM_NEXT_OFFSET = name(LeatHeaders.STREAM_NEXT_OFFSET);
    public static final CharSequence STREAM_UP_TO_DATE = name(LeatHeaders.STREAM_UP_TO_DATE);
    public static final CharSequence STREAM_CLOSED = name(LeatHeaders.STREAM_CLOSED);
    public static final CharSequence STREAM_CURSOR = name(LeatHeaders.STREAM_CURSOR);
    public static final CharSequence STREAM_SEQ = name(LeatHeaders.STREAM_SEQ);
    public static final CharSequence STREAM_TTL = name(LeatHeaders.STREAM_TTL);
    public static final CharSequence STREAM_EXPIRES_AT = name(LeatHeaders.STREAM_EXPIRES_AT);
    public static final CharSequence STREAM_MESSAGE_COUNT = name(LeatHeaders.STREAM_MESSAGE_COUNT);
    public static final CharSequence STREAM_BYTES = name(LeatHeaders.STREAM_BYTES);
    public static final CharSequence STREAM_FORKED_FROM = name(LeatHeaders.STREAM_FORKED_FROM);
    public static final CharSequence STREAM_FORK_OFFSET = name(LeatHeaders.STREAM_FORK_OFFSET);
    public static final CharSequence STREAM_FORK_SUB_OFFSET = name(LeatHeaders.STREAM_FORK_SUB_OFFSET);
    public static final CharSequence STREAM_SSE_DATA_ENCODING = name(LeatHeaders.STREAM_SSE_DATA_ENCODING);
    public static final CharSequence PRODUCER_ID = name(LeatHeaders.PRODUCER_ID);
    public static final CharSequence PRODUCER_EPOCH = name(LeatHeaders.PRODUCER_EPOCH);
    public static final CharSequence PRODUCER_SEQ = name(LeatHeaders.PRODUCER_SEQ);
    public static final CharSequence PRODUCER_EXPECTED_SEQ = name(LeatHeaders.PRODUCER_EXPECTED_SEQ);
    public static final CharSequence PRODUCER_RECEIVED_SEQ = name(LeatHeaders.PRODUCER_RECEIVED_SEQ);

    public static final CharSequence REQUEST_ID = name("X-Request-Id");
    public static final CharSequence TRACEPARENT = name("traceparent");
    public static final CharSequence TRACESTATE = name("tracestate");
    public static final CharSequence CONTENT_TYPE_OPTIONS = name("X-Content-Type-Options");
    public static final CharSequence RESOURCE_POLICY = name("Cross-Origin-Resource-Policy");
    public static final CharSequence CONTENT_SECURITY_POLICY = name("Content-Security-Policy");
    public static final CharSequence SEC_FETCH_DEST = name("Sec-Fetch-Dest");
    public static final CharSequence SEC_FETCH_SITE = name("Sec-Fetch-Site");
    public static final CharSequence ACCEL_BUFFERING = name("X-Accel-Buffering");
    public static final CharSequence RETRY_AFTER = name(LeatHeaders.RETRY_AFTER);

    public static final CharSequence TRUE = name("true");
    public static final CharSequence NOSNIFF = name("nosniff");

    /** What a browser shows of an answer is a page of no origin, and neither runs script nor loads anything. */
    public static final CharSequence SANDBOX = name("sandbox; default-src 'none'");

    public static final CharSequence JSON = name(Json.CONTENT_TYPE);
    public static final CharSequence CROSS_ORIGIN = name("cross-origin");
    public static final CharSequence NO_STORE = name("no-store");

    private HeaderNames() {}

    private static CharSequence name(String name) {
        return HttpHeaders.createOptimized(name);
    }
}
