package dev.leat.http.exchange;

import io.vertx.core.http.HttpHeaders;

/** The names of headers, made once in the form that is fastest to write. */
public final class HeaderNames {
    public static final CharSequence STREAM_NEXT_OFFSET = name("Stream-Next-Offset");
    public static final CharSequence STREAM_UP_TO_DATE = name("Stream-Up-To-Date");
    public static final CharSequence STREAM_CLOSED = name("Stream-Closed");
    public static final CharSequence STREAM_CURSOR = name("Stream-Cursor");
    public static final CharSequence STREAM_SEQ = name("Stream-Seq");
    public static final CharSequence STREAM_TTL = name("Stream-TTL");
    public static final CharSequence STREAM_EXPIRES_AT = name("Stream-Expires-At");
    public static final CharSequence STREAM_MESSAGE_COUNT = name("Stream-Message-Count");
    public static final CharSequence STREAM_BYTES = name("Stream-Bytes");
    public static final CharSequence STREAM_FORKED_FROM = name("Stream-Forked-From");
    public static final CharSequence STREAM_FORK_OFFSET = name("Stream-Fork-Offset");
    public static final CharSequence STREAM_FORK_SUB_OFFSET = name("Stream-Fork-Sub-Offset");
    public static final CharSequence STREAM_SSE_DATA_ENCODING = name("Stream-SSE-Data-Encoding");
    public static final CharSequence PRODUCER_ID = name("Producer-Id");
    public static final CharSequence PRODUCER_EPOCH = name("Producer-Epoch");
    public static final CharSequence PRODUCER_SEQ = name("Producer-Seq");
    public static final CharSequence PRODUCER_EXPECTED_SEQ = name("Producer-Expected-Seq");
    public static final CharSequence PRODUCER_RECEIVED_SEQ = name("Producer-Received-Seq");

    public static final CharSequence REQUEST_ID = name("X-Request-Id");
    public static final CharSequence TRACEPARENT = name("traceparent");
    public static final CharSequence TRACESTATE = name("tracestate");
    public static final CharSequence CONTENT_TYPE_OPTIONS = name("X-Content-Type-Options");
    public static final CharSequence RESOURCE_POLICY = name("Cross-Origin-Resource-Policy");
    public static final CharSequence CONTENT_SECURITY_POLICY = name("Content-Security-Policy");
    public static final CharSequence SEC_FETCH_DEST = name("Sec-Fetch-Dest");
    public static final CharSequence SEC_FETCH_SITE = name("Sec-Fetch-Site");
    public static final CharSequence ACCEL_BUFFERING = name("X-Accel-Buffering");
    public static final CharSequence RETRY_AFTER = name("Retry-After");

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
