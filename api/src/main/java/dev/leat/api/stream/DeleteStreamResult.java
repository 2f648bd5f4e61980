package dev.leat.api.stream;

import dev.leat.api.spi.Outcome;

/**
 * The path is free, unless forks keep the stream's bytes.
 *
 * @param hidden whether they do
 */
public record DeleteStreamResult(boolean hidden) implements Outcome {}
