package dev.leat.outbox.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchManifestTest {

    @Test
    void whatIsWrittenIsRead() {
        List<Long> seqs = List.of(5L, 6L, 4_000_000_000L, 7L, Long.MAX_VALUE);

        assertThat(BatchManifest.decode(BatchManifest.encode(seqs))).isEqualTo(seqs);
        assertThat(BatchManifest.decode(BatchManifest.encode(List.of()))).isEmpty();
    }

    @Test
    void whatADatabaseWroteIsRead() {
        byte[] bytes = ByteBuffer.allocate(17)
                .put((byte) 2)
                .putLong(7)
                .putLong(1L << 40)
                .array();

        assertThat(BatchManifest.decode(bytes)).containsExactly(7L, 1L << 40);
    }

    @Test
    void anythingElseIsRefused() {
        for (byte[] bytes : List.of(new byte[] {2}, new byte[] {2, 0, 0}, new byte[] {3, 1}, new byte[] {1, -1})) {
            assertThatThrownBy(() -> BatchManifest.decode(bytes)).isInstanceOf(IllegalStateException.class);
        }
    }
}
