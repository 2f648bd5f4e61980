package dev.leat.api.stream;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Outcome;

/**
 * The result of creating a stream.
 *
 * @param isNew false if the stream was there already, made the same way
 * @param tail the offset after the initial messages
 */
public record CreateStreamResult(boolean isNew, ContentType contentType, Offset tail, boolean closed)
        implements Outcome {}
