package dev.leat.api.queue;

import dev.leat.api.spi.Outcome;

/** @param isNew false if it was there already */
public record CreateGroupResult(boolean isNew, GroupInfo info) implements Outcome {}
