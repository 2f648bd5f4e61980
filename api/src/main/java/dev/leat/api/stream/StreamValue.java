package dev.leat.api.stream;

/**
 * One message of a {@link TypedStream} as a value.
 *
 * @param offset where it begins
 * @param next where to read on after it
 */
public record StreamValue<T>(Offset offset, Offset next, T value) {}
