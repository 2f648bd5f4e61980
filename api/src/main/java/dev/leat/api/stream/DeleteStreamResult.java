package dev.leat.api.stream;

import dev.leat.api.spi.Outcome;

/**
 * The result of deleting a stream.
 *
 * @param hidden whether forks still use its bytes; the path is taken until they are deleted
 */
public record DeleteStreamResult(boolean hidden) implements Outcome {}
