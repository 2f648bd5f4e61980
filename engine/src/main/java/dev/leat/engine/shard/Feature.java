package dev.leat.engine.shard;

import dev.leat.api.Rejection;

/**
 * What a shard can do. Streams are one feature, subscriptions another; each owns its part of the shard's state, the kinds of
 * change that alter it, and the keys under which the store has it.
 */
public interface Feature {

    /** The kinds of change that are its own. */
    KindRange kinds();

    /** Applies a change that was decided and made durable in an earlier life. The kind has been read already. */
    void replay(int kind, BytesIn change, long time);

    /** When something is due next, in epoch milliseconds; {@link Long#MAX_VALUE} if nothing is. */
    default long due() {
        return Long.MAX_VALUE;
    }

    /** Decides what has come due. */
    default void expire(Changes changes) {}

    /** Called before the turn ends. Decides waiting calls that the turn made possible; they are answered with it. */
    default void conclude(Changes changes) {}

    /** Called when no turn follows any more: refuses calls that still wait. */
    default void abandon(Rejection rejection) {}

    /** Takes what changed since the last time, for a checkpoint. What belongs into the archive is captured apart. */
    default CheckpointPart capture() {
        return CheckpointPart.NOTHING;
    }
}
