package dev.leat.api.stream;

import dev.leat.api.spi.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The result of an append: the messages are durable, at the tail.
 *
 * @param tail the offset after the appended messages
 * @param duplicate whether the producer's stamp was seen before and nothing was written
 * @param producer the producer's latest accepted stamp, if one was given
 */
public record AppendResult(
        Offset tail,
        boolean closed,
        boolean duplicate,
        @Nullable ProducerStamp producer) implements Outcome {}
