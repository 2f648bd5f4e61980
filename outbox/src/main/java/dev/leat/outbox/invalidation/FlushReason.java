package dev.leat.outbox.invalidation;

import java.util.Locale;

/** Reasons for flushing all caches. */
public enum FlushReason {
    /** What was invalidated before the node was there is unknown. */
    START,
    /** More was committed, or is deleted already, than the node has read. */
    BEHIND,
    /** The node could not look for longer than rows are kept. */
    AWAY,
    /** A transaction was open for longer than rows are kept, and its rows may have been deleted before they were seen. */
    PURGED,
    /** More rows are missing than can be remembered. */
    HOLES,
    /** What is there now is older than what was there before. */
    RESTORED,
    /** A row says nothing that can be understood. */
    UNREADABLE,
    /** The cache has thrown an exception. */
    FAILED;

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
