package dev.leat.client.stream;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Command;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPath;
import dev.leat.client.transport.MalformedResponse;
import dev.leat.client.transport.Response;
import dev.leat.wire.JsonObject;
import dev.leat.wire.LeatHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Reads answers about streams: the protocol's headers, and listings in JSON. */
final class StreamResponses {

    /** The value of a fact that the protocol does not report. */
    static final long UNKNOWN_INCARNATION = 0;

    /** Stands for a tail that is not in the answer and is requested then. No server makes this offset. */
    static final Offset UNTOLD_TAIL = Offset.NOW;

    private StreamResponses() {}

    static Offset next(Response answer) {
        return offset(answer.required(LeatHeaders.STREAM_NEXT_OFFSET));
    }

    /** Returns the tail of the stream; {@link #UNTOLD_TAIL} if the answer does not have it. */
    private static Offset tail(Response answer) {
        String text = answer.header(LeatHeaders.STREAM_NEXT_OFFSET);
        return text == null || text.isEmpty() ? UNTOLD_TAIL : offset(text);
    }

    /**
     * Reads an offset of the server. An offset that is not written in the same form again is refused, because a request with it would
     * mean another offset.
     */
    static Offset offset(String text) {
        Offset offset = Offset.parse(text).orElse(null);
        if (offset == null || !offset.toString().equals(text)) {
            throw new MalformedResponse("'" + text + "' is no offset as this client knows them");
        }
        return offset;
    }

    static ContentType contentType(Response answer) {
        return new ContentType(answer.required("Content-Type"));
    }

    static boolean closed(Response answer) {
        return answer.isTrue(LeatHeaders.STREAM_CLOSED);
    }

    /** @param asked the requested content type; null for the default of the server */
    static CreateStreamResult created(@Nullable ContentType asked, Response answer) {
        String told = answer.header("Content-Type");
        ContentType type = told != null ? new ContentType(told) : asked;
        return new CreateStreamResult(
                answer.status() == 201,
                type == null ? ContentType.BYTES : type,
                type == null ? UNTOLD_TAIL : tail(answer),
                closed(answer));
    }

    static AppendResult appended(Command.Append command, Response answer) {
        ProducerStamp given = command.producer();
        boolean duplicate =
                given != null && answer.status() == 204 && !command.body().isEmpty();
        return new AppendResult(tail(answer), closed(answer), duplicate, given == null ? null : latest(given, answer));
    }

    private static ProducerStamp latest(ProducerStamp given, Response answer) {
        long epoch = answer.number(LeatHeaders.PRODUCER_EPOCH);
        long seq = answer.number(LeatHeaders.PRODUCER_SEQ);
        return epoch < 0 || seq < 0 ? given : new ProducerStamp(given.id(), epoch, seq);
    }

    static StreamInfo info(StreamPath path, Response answer) {
        return new StreamInfo(
                path,
                UNKNOWN_INCARNATION,
                contentType(answer),
                lifetime(answer),
                Instant.EPOCH,
                next(answer),
                closed(answer),
                answer.number(LeatHeaders.STREAM_MESSAGE_COUNT),
                answer.number(LeatHeaders.STREAM_BYTES));
    }

    /** Reads one stream of a listing. */
    static StreamInfo info(JsonObject stream) {
        return new StreamInfo(
                StreamPath.of(stream.requiredText("path")),
                UNKNOWN_INCARNATION,
                new ContentType(stream.requiredText("contentType")),
                lifetime(stream),
                stream.requiredInstant("created"),
                offset(stream.requiredText("tail")),
                stream.flag("closed", false),
                stream.requiredWhole("messages"),
                stream.requiredWhole("bytes"));
    }

    private static Lifetime lifetime(JsonObject stream) {
        Duration ttl = stream.duration("ttl");
        Instant until = stream.instant("expiresAt");
        if (ttl != null) {
            return Lifetime.idle(ttl);
        }
        return until == null ? Lifetime.FOREVER : Lifetime.until(until);
    }

    private static Lifetime lifetime(Response answer) {
        long ttl = answer.number(LeatHeaders.STREAM_TTL);
        String until = answer.header(LeatHeaders.STREAM_EXPIRES_AT);
        if (ttl >= 0) {
            return Lifetime.idle(Duration.ofSeconds(ttl));
        }
        try {
            return until == null
                    ? Lifetime.FOREVER
                    : Lifetime.until(OffsetDateTime.parse(until).toInstant());
        } catch (DateTimeException e) {
            throw new MalformedResponse("'" + until + "' is no moment");
        }
    }
}
