package dev.leat.http.exchange;

import dev.leat.wire.LeatHeaders;

/** The names of headers, made once in the form that is fastest to write. */
public final class HeaderNames {
    public static final CharSequence ACCEPT = name("accept");
    public static final CharSequence ACCEPT_ENCODING = name("accept-encoding");
    public static final CharSequence ACCESS_CONTROL_ALLOW_HEADERS = name("access-control-allow-headers");
    public static final CharSequence ACCESS_CONTROL_ALLOW_METHODS = name("access-control-allow-methods");
    public static final CharSequence ACCESS_CONTROL_ALLOW_ORIGIN = name("access-control-allow-origin");
    public static final CharSequence ACCESS_CONTROL_EXPOSE_HEADERS = name("access-control-expose-headers");
    public static final CharSequence ACCESS_CONTROL_MAX_AGE = name("access-control-max-age");
    public static final CharSequence ALLOW = name("allow");
    public static final CharSequence AUTHORIZATION = name("authorization");
    public static final CharSequence CACHE_CONTROL = name("cache-control");
    public static final CharSequence CONNECTION = name("connection");
    public static final CharSequence CONTENT_ENCODING = name("content-encoding");
    public static final CharSequence CONTENT_LENGTH = name("content-length");
    public static final CharSequence CONTENT_TYPE = name("content-type");
    public static final CharSequence ETAG = name("etag");
    public static final CharSequence EXPECT = name("expect");
    public static final CharSequence HOST = name("host");
    public static final CharSequence IF_NONE_MATCH = name("if-none-match");
    public static final CharSequence LOCATION = name("location");
    public static final CharSequence ORIGIN = name("origin");
    public static final CharSequence TRANSFER_ENCODING = name("transfer-encoding");
    public static final CharSequence VARY = name("vary");

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

    public static final CharSequence CHUNKED = name("chunked");
    public static final CharSequence CLOSE = name("close");
    public static final CharSequence KEEP_ALIVE = name("keep-alive");
    public static final CharSequence TRUE = name("true");
    public static final CharSequence NOSNIFF = name("nosniff");

    /** What a browser shows of an answer is a page of no origin, and neither runs script nor loads anything. */
    public static final CharSequence SANDBOX = name("sandbox; default-src 'none'");

    public static final CharSequence JSON = name("application/json");
    public static final CharSequence CROSS_ORIGIN = name("cross-origin");
    public static final CharSequence NO_STORE = name("no-store");

    private HeaderNames() {}

    private static CharSequence name(String name) {
        return AsciiText.of(name);
    }
}
