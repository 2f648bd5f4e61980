package dev.leat.client.stream;

import dev.leat.api.Command;
import dev.leat.api.ContentType;
import dev.leat.api.Lifetime;
import dev.leat.api.Offset;
import dev.leat.api.Outcome;
import dev.leat.api.ProducerStamp;
import dev.leat.api.StreamPath;
import dev.leat.client.wire.BadAnswer;
import dev.leat.client.wire.WireAnswer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Reads what the protocol's answers say in their headers. */
final class StreamAnswers {

    /** What the protocol does not tell of a stream. */
    static final long UNKNOWN_INCARNATION = 0;

    private StreamAnswers() {}

    static Offset next(WireAnswer answer) {
        return offset(answer.required("Stream-Next-Offset"));
    }

    static Offset offset(String text) {
        return Offset.parse(text).orElseThrow(() -> new BadAnswer("'" + text + "' is no offset"));
    }

    static ContentType contentType(WireAnswer answer) {
        return new ContentType(answer.required("Content-Type"));
    }

    static boolean closed(WireAnswer answer) {
        return answer.isTrue("Stream-Closed");
    }

    static Outcome.Created created(WireAnswer answer) {
        return new Outcome.Created(answer.status() == 201, contentType(answer), next(answer), closed(answer));
    }

    static Outcome.Appended appended(Command.Append command, WireAnswer answer) {
        ProducerStamp given = command.producer();
        boolean duplicate =
                given != null && answer.status() == 204 && !command.body().isEmpty();
        return new Outcome.Appended(
                next(answer), closed(answer), duplicate, given == null ? null : latest(given, answer));
    }

    private static ProducerStamp latest(ProducerStamp given, WireAnswer answer) {
        long epoch = answer.number("Producer-Epoch");
        long seq = answer.number("Producer-Seq");
        return epoch < 0 || seq < 0 ? given : new ProducerStamp(given.id(), epoch, seq);
    }

    static Outcome.StreamInfo info(StreamPath path, WireAnswer answer) {
        return new Outcome.StreamInfo(
                path,
                UNKNOWN_INCARNATION,
                contentType(answer),
                lifetime(answer),
                Instant.EPOCH,
                next(answer),
                closed(answer));
    }

    private static Lifetime lifetime(WireAnswer answer) {
        long ttl = answer.number("Stream-TTL");
        String until = answer.header("Stream-Expires-At");
        if (ttl >= 0) {
            return Lifetime.idle(Duration.ofSeconds(ttl));
        }
        try {
            return until == null
                    ? Lifetime.FOREVER
                    : Lifetime.until(OffsetDateTime.parse(until).toInstant());
        } catch (DateTimeException e) {
            throw new BadAnswer("'" + until + "' is no moment");
        }
    }
}
