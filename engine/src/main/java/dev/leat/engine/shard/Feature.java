package dev.leat.engine.shard;

/** What a shard can do. Streams are one feature; each feature owns its part of the shard's state. */
public interface Feature {

    /** Applies a change that was decided and made durable in an earlier life. The kind has been read already. */
    void replay(int kind, BytesIn change, long time);

    /** When something is due next, in epoch milliseconds; {@link Long#MAX_VALUE} if nothing is. */
    long due();

    /** Decides what has come due. */
    void expire(Changes changes);
}
