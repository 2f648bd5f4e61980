package dev.leat.http.stream;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Command;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.PathDecoder;
import dev.leat.http.exchange.ProblemException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reader of the protocol's request headers; throws the problem of invalid ones. */
final class StreamHeaders {
    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,18}");
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,16}");

    private StreamHeaders() {}

    static @Nullable ContentType contentType(Exchange exchange) {
        String text = exchange.header(HeaderNames.CONTENT_TYPE);
        if (text == null || text.isBlank()) {
            return null;
        }
        return switch (text) {
            case "application/json" -> ContentType.JSON;
            case "application/octet-stream" -> ContentType.BYTES;
            case "text/plain" -> ContentType.TEXT;
            default -> parsed(text);
        };
    }

    private static ContentType parsed(String text) {
        try {
            return new ContentType(text);
        } catch (IllegalArgumentException e) {
            throw ProblemException.malformed("content-type-malformed", "Content-Type: " + e.getMessage());
        }
    }

    /** Only the value true counts, in any letter case; everything else is as if it was not there. */
    static boolean closes(Exchange exchange) {
        return "true".equalsIgnoreCase(exchange.header(HeaderNames.STREAM_CLOSED));
    }

    static @Nullable String seq(Exchange exchange) {
        String seq = exchange.header(HeaderNames.STREAM_SEQ);
        if (seq != null && seq.length() > Command.Append.MAX_SEQ_LENGTH) {
            throw ProblemException.malformed(
                    "seq-malformed", "Stream-Seq has at most " + Command.Append.MAX_SEQ_LENGTH + " characters");
        }
        return seq;
    }

    static @Nullable ProducerStamp producer(Exchange exchange) {
        String id = exchange.header(HeaderNames.PRODUCER_ID);
        String epoch = exchange.header(HeaderNames.PRODUCER_EPOCH);
        String seq = exchange.header(HeaderNames.PRODUCER_SEQ);
        if (id == null && epoch == null && seq == null) {
            return null;
        }
        if (id == null || epoch == null || seq == null) {
            throw ProblemException.malformed(
                    "producer-malformed", "Producer-Id, Producer-Epoch and Producer-Seq come together or not at all");
        }
        try {
            return new ProducerStamp(id, producerNumber("Producer-Epoch", epoch), producerNumber("Producer-Seq", seq));
        } catch (IllegalArgumentException e) {
            throw ProblemException.malformed("producer-malformed", String.valueOf(e.getMessage()));
        }
    }

    private static long producerNumber(String name, String text) {
        if (!DIGITS.matcher(text).matches()) {
            throw ProblemException.malformed(
                    "producer-malformed", name + " is a whole number from 0 to 2^53 - 1, in digits");
        }
        return Long.parseLong(text);
    }

    static @Nullable Lifetime lifetime(Exchange exchange) {
        String ttl = exchange.header(HeaderNames.STREAM_TTL);
        String expiresAt = exchange.header(HeaderNames.STREAM_EXPIRES_AT);
        if (ttl != null && expiresAt != null) {
            throw ProblemException.malformed(
                    "lifetime-malformed", "a stream has Stream-TTL or Stream-Expires-At, not both");
        }
        if (ttl != null) {
            return Lifetime.idle(Duration.ofSeconds(number("lifetime-malformed", "Stream-TTL", ttl)));
        }
        return expiresAt == null ? null : Lifetime.until(instant(expiresAt));
    }

    private static long number(String type, String name, String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw ProblemException.malformed(type, name + " is a whole number without sign, fraction or leading zeros");
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    private static Instant instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw ProblemException.malformed(
                    "lifetime-malformed",
                    "Stream-Expires-At is a moment as RFC 3339 writes it, such as 2030-01-31T12:00:00Z");
        }
    }

    static @Nullable Fork fork(Exchange exchange) {
        String source = exchange.header(HeaderNames.STREAM_FORKED_FROM);
        String offset = exchange.header(HeaderNames.STREAM_FORK_OFFSET);
        String sub = exchange.header(HeaderNames.STREAM_FORK_SUB_OFFSET);
        if (source == null) {
            if (offset != null || sub != null) {
                throw ProblemException.malformed(
                        "fork-malformed", "Stream-Fork-Offset and Stream-Fork-Sub-Offset need Stream-Forked-From");
            }
            return null;
        }
        return new Fork(
                source(source),
                offset == null ? null : forkOffset(offset),
                sub == null ? null : number("fork-malformed", "Stream-Fork-Sub-Offset", sub));
    }

    private static StreamPath source(String text) {
        if (!text.startsWith(StreamRoutes.ROOT)) {
            throw ProblemException.malformed(
                    "fork-malformed", "Stream-Forked-From is the path of a stream's URL: " + StreamRoutes.ROOT + "…");
        }
        try {
            return StreamPath.of(PathDecoder.decode(text.substring(StreamRoutes.ROOT.length()))
                    .orElseThrow(() -> new IllegalArgumentException("its percent-encoding is broken")));
        } catch (IllegalArgumentException e) {
            throw ProblemException.malformed("fork-malformed", "Stream-Forked-From: " + e.getMessage());
        }
    }

    private static @Nullable Offset forkOffset(String text) {
        if (text.equals("now")) {
            return null;
        }
        return Offset.parse(text)
                .orElseThrow(() -> ProblemException.malformed(
                        "offset-malformed", "Stream-Fork-Offset is an offset that a read or append answered"));
    }
}
