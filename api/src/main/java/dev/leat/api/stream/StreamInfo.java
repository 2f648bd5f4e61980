package dev.leat.api.stream;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Outcome;
import java.time.Instant;

/**
 * What is known of a stream.
 *
 * @param incarnation differs between two streams that had the same path one after the other
 * @param messages how many messages were appended to it, or -1 if the server does not tell. A fork counts its own: those that
 *     it inherits are counted by its source
 * @param bytes how many bytes of them count against {@code stream-bytes} and {@code total-bytes}, or -1 if the server does
 *     not tell. A message of a JSON stream counts its bytes and one more
 */
public record StreamInfo(
        StreamPath path,
        long incarnation,
        ContentType contentType,
        Lifetime lifetime,
        Instant created,
        Offset tail,
        boolean closed,
        long messages,
        long bytes)
        implements Outcome {}
