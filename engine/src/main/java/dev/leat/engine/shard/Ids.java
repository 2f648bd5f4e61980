package dev.leat.engine.shard;

/** Ids that are never used twice: the shard in the upper 16 bits, a counter below. */
public final class Ids {
    private static final int COUNTER_BITS = 48;

    private Ids() {}

    public static long of(int shard, long counter) {
        return (long) shard << COUNTER_BITS | counter;
    }

    /** The shard that an id was given out by. */
    public static int shardOf(long id) {
        return (int) (id >>> COUNTER_BITS);
    }

    /** Fails if there is no such shard. */
    public static void requireShard(int shard, int shards) {
        if (shard < 0 || shard >= shards) {
            throw new IllegalArgumentException("it belongs to shard " + shard + " of " + shards);
        }
    }

    public static long counterOf(long id) {
        return id & ((1L << COUNTER_BITS) - 1);
    }
}
