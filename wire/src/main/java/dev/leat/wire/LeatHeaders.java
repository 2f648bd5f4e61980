package dev.leat.wire;

/** Names of the header fields of the protocol. HTTP has no letter case in them. */
public final class LeatHeaders {
    public static final String STREAM_NEXT_OFFSET = "Stream-Next-Offset";
    public static final String STREAM_UP_TO_DATE = "Stream-Up-To-Date";
    public static final String STREAM_CLOSED = "Stream-Closed";
    public static final String STREAM_CURSOR = "Stream-Cursor";
    public static final String STREAM_SEQ = "Stream-Seq";
    public static final String STREAM_TTL = "Stream-TTL";
    public static final String STREAM_EXPIRES_AT = "Stream-Expires-At";
    public static final String STREAM_MESSAGE_COUNT = "Stream-Message-Count";
    public static final String STREAM_BYTES = "Stream-Bytes";
    public static final String STREAM_FORKED_FROM = "Stream-Forked-From";
    public static final String STREAM_FORK_OFFSET = "Stream-Fork-Offset";
    public static final String STREAM_FORK_SUB_OFFSET = "Stream-Fork-Sub-Offset";
    public static final String STREAM_SSE_DATA_ENCODING = "Stream-SSE-Data-Encoding";
    public static final String PRODUCER_ID = "Producer-Id";
    public static final String PRODUCER_EPOCH = "Producer-Epoch";
    public static final String PRODUCER_SEQ = "Producer-Seq";
    public static final String PRODUCER_EXPECTED_SEQ = "Producer-Expected-Seq";
    public static final String PRODUCER_RECEIVED_SEQ = "Producer-Received-Seq";
    public static final String RETRY_AFTER = "Retry-After";

    private LeatHeaders() {}
}
