package dev.leat.api.queue;

import dev.leat.api.spi.Outcome;

/**
 * The result of creating a group.
 *
 * @param isNew false if it was there already
 */
public record CreateGroupResult(boolean isNew, GroupInfo info) implements Outcome {}
