package dev.leat.engine.shard;

import org.jspecify.annotations.Nullable;

/** Something that can wait in an {@link Inbox}; the link is part of it, so that waiting allocates nothing. */
abstract class InboxNode {
    @Nullable
    InboxNode next;

    int depth;
    long weight;
}
