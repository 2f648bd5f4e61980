package dev.leat.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.stream.StreamPath;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PlacementTest {

    @Test
    void pathsWithTheSameTagShareAShard() {
        int shard = shard("cart/{42}/items");

        assertThat(shard("{42}/audit")).isEqualTo(shard);
        assertThat(shard("other/{42}")).isEqualTo(shard);
        assertThat(shard("42")).isEqualTo(shard);
    }

    @Test
    void anEmptyOrOpenTagIsNone() {
        assertThat(StreamPath.of("a/{}/b").tag()).isEqualTo("a/{}/b");
        assertThat(StreamPath.of("a/{b").tag()).isEqualTo("a/{b");
    }

    /** These are on disk: a stream whose shard changed would be lost. */
    @Test
    void thePolicyNeverChanges() {
        assertThat(new int[] {shard("orders"), shard("a"), shard("b/c"), shard("{tag}/x"), shard("größe")})
                .containsExactly(138, 48, 211, 223, 87);
    }

    @Test
    void shardsAreUsedEvenly() {
        long[] used = new long[16];
        IntStream.range(0, 16_000).forEach(i -> used[shard("stream-" + i) & 15]++);

        assertThat(LongStream.of(used)).allMatch(count -> count > 800 && count < 1200);
    }

    private static int shard(String path) {
        return Placement.shard(StreamPath.of(path), 256);
    }
}
