package dev.leat.engine.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.engine.replica.Entry.Reign;
import dev.leat.engine.replica.Entry.Turn;
import dev.leat.engine.replica.Entry.Turns;
import dev.leat.storage.StorageException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class EntryTest {
    private static final Turns TURNS = new Turns(
            7, 300, List.of(new Turn(2, ByteBuffer.wrap(new byte[] {1, 2, 3})), new Turn(15, ByteBuffer.allocate(0))));

    @Test
    void entriesAreReadAsTheyWereWritten() {
        Reign reign = new Reign(new NodeId("a"), 1, 1_790_000_000_000L);

        assertThat(Entry.decode(Entry.encode(reign))).isEqualTo(reign);
        assertThat(Entry.decode(Entry.encode(TURNS))).isEqualTo(TURNS);
    }

    /** These bytes are on disk and go between versions. */
    @Test
    void theBytesOfEntriesDoNotChange() {
        assertThat(hex(new Reign(new NodeId("a"), 1, 1))).isEqualTo("0501610101" + "22caff56");
        assertThat(hex(TURNS)).startsWith("0107ac020202030102030f00");
    }

    private static String hex(Entry entry) {
        ByteBuffer bytes = Entry.encode(entry);
        byte[] array = new byte[bytes.remaining()];
        bytes.get(array);
        return HexFormat.of().formatHex(array);
    }

    @Test
    void aWrongBitAnywhereIsNoticed() {
        byte[] bytes = HexFormat.of().parseHex(hex(TURNS));
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);

            assertThatThrownBy(() -> Entry.decode(ByteBuffer.wrap(flipped)))
                    .isInstanceOf(StorageException.class)
                    .hasMessageContaining("checksum");
        }
    }

    @Test
    void aLaterChangeOfTheTurnDoesNotReachTheEntry() {
        byte[] pooled = {1, 2, 3};
        ByteBuffer entry = Entry.encode(new Turns(7, 1, List.of(new Turn(0, ByteBuffer.wrap(pooled)))));

        pooled[0] = 99;

        Entry.requireSound(entry);
        assertThat(Entry.decode(entry)).isNotEqualTo(TURNS);
    }

    @Test
    void anEntryOfANewerVersionStopsTheNode() {
        ByteBuffer unknown = ByteBuffer.allocate(5).put((byte) 9);
        CRC32C crc = new CRC32C();
        crc.update(9);
        unknown.putInt((int) crc.getValue()).flip();

        assertThatThrownBy(() -> Entry.decode(unknown))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("newer Leat");
    }
}
