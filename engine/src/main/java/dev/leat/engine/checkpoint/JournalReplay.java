package dev.leat.engine.checkpoint;

import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Features;
import dev.leat.engine.shard.Ids;
import dev.leat.engine.shard.Rows;
import dev.leat.storage.journal.FrameReader;
import dev.leat.storage.store.Store;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Applies the frames of the journal that the last checkpoint does not have. Each shard has a position of its own: frames that end at or
 * before it are skipped.
 */
public final class JournalReplay implements FrameReader {
    private final Features[] features;
    private final long[] applied;
    private final long[] nextIds;

    /** @param features those of each shard, with what the store has of them loaded already */
    public JournalReplay(Features[] features) {
        this.features = features;
        this.applied = new long[features.length];
        this.nextIds = new long[features.length];
    }

    /** Loads the position of every shard. */
    public void load(Store store) {
        Rows.scan(store, AppliedPosition.LETTER, (key, value) -> {
            AppliedPosition row = AppliedPosition.read(key, value);
            Ids.requireShard(row.shard(), features.length);
            applied[row.shard()] = row.position();
            nextIds[row.shard()] = row.nextId();
            return true;
        });
    }

    /** The position from which on the journal is needed. */
    public long from() {
        return Arrays.stream(applied).min().orElse(0);
    }

    /** The furthest position that any shard contains: the journal was durable up to there. */
    public long reached() {
        return Arrays.stream(applied).max().orElse(0);
    }

    /** The position up to which the journal is contained in a shard. */
    public long applied(int shard) {
        return applied[shard];
    }

    /** The next id of a shard as the checkpoint has it; 0 if there is none. */
    public long nextId(int shard) {
        return nextIds[shard];
    }

    /** How many shards there are. */
    public int shards() {
        return features.length;
    }

    /** Applies a frame, unless it is contained already. Throws any {@link RuntimeException} if it does not fit what was loaded. */
    @Override
    public void frame(int shard, long end, ByteBuffer body) {
        if (shard < 0 || shard >= features.length) {
            throw new IllegalStateException("it has shard " + shard + " of " + features.length);
        }
        if (end > applied[shard]) {
            Changes.replay(body, features[shard]);
            applied[shard] = end;
        }
    }
}
