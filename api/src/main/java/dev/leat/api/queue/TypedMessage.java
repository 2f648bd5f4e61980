package dev.leat.api.queue;

/**
 * A message of a {@link DurableQueue} as a value.
 *
 * @param id the message's seq: ascending in the order of pushes, and never used again
 * @param attempt how often it was handed out, this time included; for one that was only looked at, how often so far
 */
public record TypedMessage<T>(long id, T value, int attempt) {}
