package dev.leat.engine.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.figures.Damage;
import dev.leat.engine.scrub.ScrubRecord.Position;
import dev.leat.storage.archive.Run;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is in the file of a scrub. */
class ScrubRecordTest {
    private static final Instant MONDAY = Instant.parse("2026-03-02T08:00:00Z");

    private static Damage damage(Damage.Place place) {
        return new Damage(place, "what was found", "stream a, offsets 0 to 9", "restore a backup", MONDAY);
    }

    private static final ScrubRecord RECORD = new ScrubRecord(
            MONDAY,
            MONDAY.minusSeconds(5),
            new Position.AtEntry("52ff"),
            1234,
            List.of(
                    damage(new Damage.OfRun(new Run(1, 2, 3, 4, 5, 6))),
                    damage(new Damage.OfTable("000012.sst")),
                    damage(new Damage.OfEntry("0102"))));

    @Test
    void whatIsWrittenIsRead() {
        assertThat(ScrubRecord.read(RECORD.toBytes())).contains(RECORD);
        assertThat(ScrubRecord.read(ScrubRecord.NONE.toBytes())).contains(ScrubRecord.NONE);
        ScrubRecord tables = new ScrubRecord(MONDAY, null, new Position.AfterTable(7), 0, List.of());
        assertThat(ScrubRecord.read(tables.toBytes())).contains(tables);
        ScrubRecord entries = new ScrubRecord(MONDAY, null, new Position.AtEntry(""), 0, List.of());
        assertThat(ScrubRecord.read(entries.toBytes())).contains(entries);
    }

    @Test
    void theFormatIsWhatItWas() {
        assertThat(new String(RECORD.toBytes(), StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "leat scrub 1",
                        "began\t2026-03-02T08:00:00Z",
                        "ended\t2026-03-02T07:59:55Z",
                        "at\tentry\t52ff",
                        "read\t1234",
                        "damage\trun 1 2 3 4 5 6\t2026-03-02T08:00:00Z\twhat was found\tstream a, offsets 0 to 9"
                                + "\trestore a backup",
                        "damage\ttable 000012.sst\t2026-03-02T08:00:00Z\twhat was found\tstream a, offsets 0 to 9"
                                + "\trestore a backup",
                        "damage\tentry 0102\t2026-03-02T08:00:00Z\twhat was found\tstream a, offsets 0 to 9"
                                + "\trestore a backup",
                        "crc32c\td787be48");
    }

    @Test
    void whatIsDamagedOrOfAnotherKindIsNotRead() {
        byte[] bytes = RECORD.toBytes();
        for (int i = 0; i < bytes.length; i++) {
            byte[] flipped = bytes.clone();
            flipped[i] ^= 1;
            assertThat(ScrubRecord.read(flipped)).isEmpty();
        }
        assertThat(ScrubRecord.read(new byte[0])).isEmpty();
        assertThat(ScrubRecord.read("leat scrub 2\n".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
    }
}
