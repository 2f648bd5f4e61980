package dev.leat.outbox;

/**
 * The condition that {@link Outbox#await} waits for after a commit.
 *
 * @param strict whether running out of time is an exception; otherwise it is an {@link WaitOutcome}
 */
public record Wait(Until until, boolean strict) {

    /** What has to have happened to the rows of the commit. */
    public enum Until {
        /** Nothing. */
        NONE,
        /** Every event of the commit has been handed on. */
        HANDED_OFF,
        /** Every invalidation of the commit has reached this node's caches. Goes on while a cache has thrown and was not flushed since. */
        APPLIED_HERE,
        /** Every invalidation of the commit has reached every living node's caches. */
        APPLIED_ON_ALL_NODES
    }

    public static final Wait NONE = new Wait(Until.NONE, false);
    public static final Wait HANDED_OFF = new Wait(Until.HANDED_OFF, true);
    public static final Wait APPLIED_HERE = new Wait(Until.APPLIED_HERE, true);
    public static final Wait APPLIED_ON_ALL_NODES = new Wait(Until.APPLIED_ON_ALL_NODES, true);

    /** The same, but never throws. */
    public Wait bestEffort() {
        return new Wait(until, false);
    }
}
