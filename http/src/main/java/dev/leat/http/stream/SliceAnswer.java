package dev.leat.http.stream;

import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.http.exchange.AsciiText;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.ServerContext;
import dev.leat.http.exchange.ServerResponse;
import org.jspecify.annotations.Nullable;

/** Answers a read with what was found: all the headers, and the body unless the client has it already. */
final class SliceAnswer {
    private static final CharSequence PUBLIC = AsciiText.of("public, max-age=60, stale-while-revalidate=300");
    private static final CharSequence PRIVATE = AsciiText.of("private, max-age=60, stale-while-revalidate=300");

    /** Less than this is not worth compressing. */
    private static final int SMALL = 1024;

    private final CharSequence cacheable;
    private final boolean gzip;

    SliceAnswer(ServerContext context, boolean gzip) {
        this.cacheable = context.sharedCaches() ? PUBLIC : PRIVATE;
        this.gzip = gzip;
    }

    boolean wantsGzip(Exchange exchange) {
        return gzip && Gzip.isAccepted(exchange.list(HeaderNames.ACCEPT_ENCODING));
    }

    void catchUp(Exchange exchange, Slice slice, boolean now) {
        if (now) {
            ServerResponse response = begin(exchange, 200, slice);
            response.putHeader(HeaderNames.CONTENT_TYPE, slice.contentType().value())
                    .putHeader(HeaderNames.CACHE_CONTROL, HeaderNames.NO_STORE);
            SliceBody.send(exchange, slice);
        } else {
            withTag(exchange, slice, null);
        }
    }

    /** The answer of a long-poll that found messages. */
    void longPoll(Exchange exchange, Slice slice, long cursor) {
        withTag(exchange, slice, Long.toString(cursor));
    }

    /** The answer of a long-poll that found none. */
    void nothing(Exchange exchange, Offset tail, boolean closed, long cursor) {
        ServerResponse response = exchange.answer(204);
        response.putHeader(HeaderNames.STREAM_NEXT_OFFSET, tail.toString())
                .putHeader(HeaderNames.STREAM_UP_TO_DATE, HeaderNames.TRUE)
                .putHeader(HeaderNames.STREAM_CURSOR, Long.toString(cursor))
                .putHeader(HeaderNames.CACHE_CONTROL, HeaderNames.NO_STORE);
        if (closed) {
            response.putHeader(HeaderNames.STREAM_CLOSED, HeaderNames.TRUE);
        }
        exchange.end();
    }

    private void withTag(Exchange exchange, Slice slice, @Nullable String cursor) {
        boolean compressed = slice.length() >= SMALL && wantsGzip(exchange) && Gzip.helps(slice.contentType());
        String tag = compressed ? EntityTag.compressed(EntityTag.of(slice)) : EntityTag.of(slice);
        boolean known = EntityTag.matches(exchange.list(HeaderNames.IF_NONE_MATCH), tag);
        ServerResponse response = begin(exchange, known ? 304 : 200, slice);
        response.putHeader(HeaderNames.ETAG, tag)
                .putHeader(HeaderNames.CACHE_CONTROL, slice.length() == 0 ? HeaderNames.NO_STORE : cacheable);
        if (gzip && Gzip.helps(slice.contentType())) {
            response.putHeader(HeaderNames.VARY, exchange.context().vary().encoded());
        }
        if (cursor != null) {
            response.putHeader(HeaderNames.STREAM_CURSOR, cursor);
        }
        if (known) {
            slice.close();
            exchange.end();
            return;
        }
        response.putHeader(HeaderNames.CONTENT_TYPE, slice.contentType().value());
        if (compressed) {
            Gzip.send(exchange, slice);
        } else {
            SliceBody.send(exchange, slice);
        }
    }

    private static ServerResponse begin(Exchange exchange, int status, Slice slice) {
        ServerResponse response = exchange.answer(status);
        response.putHeader(HeaderNames.STREAM_NEXT_OFFSET, slice.next().toString());
        if (slice.upToDate()) {
            response.putHeader(HeaderNames.STREAM_UP_TO_DATE, HeaderNames.TRUE);
        }
        if (slice.closed()) {
            response.putHeader(HeaderNames.STREAM_CLOSED, HeaderNames.TRUE);
        }
        return response;
    }
}
