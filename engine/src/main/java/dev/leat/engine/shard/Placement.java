package dev.leat.engine.shard;

import dev.leat.api.stream.StreamPath;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Which shard a path belongs to. The layout manifest names this policy: changing it would move every stream. */
public final class Placement {

    /** The name of the policy in the manifest. */
    public static final String POLICY = "crc32c-of-tag";

    private Placement() {}

    /** The shard of a path, for a number of shards that is a power of two. */
    public static int shard(StreamPath path, int shards) {
        return shard(path.tag(), shards);
    }

    /** The shard of anything that has a tag. */
    public static int shard(String tag, int shards) {
        CRC32C crc = new CRC32C();
        crc.update(tag.getBytes(StandardCharsets.UTF_8));
        return (int) crc.getValue() & (shards - 1);
    }
}
