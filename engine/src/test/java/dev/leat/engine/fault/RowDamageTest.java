package dev.leat.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.stream.StreamConfig;
import dev.leat.engine.Doctor;
import dev.leat.engine.doctor.Report;
import dev.leat.engine.settings.ScrubSettings;
import dev.leat.storage.CorruptionException;
import dev.leat.storage.settings.StoreSettings;
import dev.leat.storage.store.Batch;
import dev.leat.storage.store.RocksStore;
import dev.leat.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of the store that are not what was written, though the checksums of RocksDB fit. */
public class RowDamageTest {
    private static final String EVERY_KIND = "ABCDEGKLMNPQRSTUVWX";

    /** Rows about the journal and the archive: where they can be read, and say something else, it is those that do not fit. */
    private static final String OF_OTHER_FILES = "AG";

    private static final int ROUNDS = 12;

    @TempDir
    Path temporary;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Row(byte[] key, byte[] value) {
        char letter() {
            return (char) key[0];
        }

        @Override
        public String toString() {
            return HexFormat.of().formatHex(key) + " = " + HexFormat.of().formatHex(value);
        }
    }

    private Path closed() {
        Path data = temporary.resolve("closed");
        try (Leat leat = Leat.open(data, Small.settings())) {
            AllFeatures.live(leat);
        }
        return data;
    }

    @Test
    void theRowsThatAreDamagedAreOfEveryKind() {
        assertThat(rows(closed()).stream()
                        .map(row -> String.valueOf(row.letter()))
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining()))
                .isEqualTo(EVERY_KIND);
    }

    /** Whatever row it is and however it is damaged: a start is refused with its key, or the engine works. */
    @Seeds(6)
    void aDamagedRowIsRefusedWithStoreAndKeyOrTheEngineStarts(long seed) {
        Random random = new Random(seed);
        Path closed = closed();
        List<Row> rows = rows(closed);
        for (int round = 0; round < ROUNDS; round++) {
            char letter = EVERY_KIND.charAt(random.nextInt(EVERY_KIND.length()));
            List<Row> such = rows.stream().filter(row -> row.letter() == letter).toList();
            Row row = such.get(random.nextInt(such.size()));
            Row damaged = damaged(row, random);
            Path data = Damage.killed(closed, temporary.resolve("round " + round));
            replace(data, row, damaged);

            assertRefusedOrStarted(data, row, row + " became " + damaged);
        }
    }

    private static void assertRefusedOrStarted(Path data, Row row, String what) {
        Report report = Doctor.check(data);
        boolean started = true;
        try {
            Leat.open(data, Small.settings()).close();
        } catch (CorruptionException e) {
            started = false;
            assertThat(e).as(what).hasMessageContainingAll(data.toString(), "leat doctor", "restore a backup");
            if (OF_OTHER_FILES.indexOf(row.letter()) < 0) {
                assertThat(e).as(what).hasMessageFindingMatch("store is damaged at row [0-9a-f]+");
            }
        } catch (RuntimeException e) {
            throw new AssertionError(what, e);
        }
        assertThat(report.opens()).as(what + ": " + report.findings()).isEqualTo(started);
        assertThat(started || !report.isSound()).as(what).isTrue();
    }

    /** A start does not read where the messages are. The first read that does keeps what it found. */
    @Test
    void aReadThatMeetsTheDamagedRowOfARunKeepsItWithStreamAndRun() {
        Path data = temporary.resolve("data");
        Row row = withDamagedRun(data);

        try (Leat leat = Leat.open(data, Small.settings().with(ScrubSettings.off()))) {
            Small.refusal(() -> leat.stream("hurt").read());
            Small.refusal(() -> leat.stream("hurt").read());

            assertThat(leat.damage()).singleElement().satisfies(damage -> {
                assertThat(damage.what())
                        .contains("is damaged at row " + HexFormat.of().formatHex(row.key));
                assertThat(damage.affected()).isEqualTo("run of stream hurt that ends at 4");
            });
        }
        assertThat(Doctor.check(data).findings())
                .anySatisfy(finding -> assertThat(finding.affected()).isEqualTo("run of stream hurt that ends at 4"))
                .noneSatisfy(finding -> assertThat(finding.what()).contains("the scrub found"));
    }

    @Test
    void aStreamWithADamagedRowOfARunCanBeDeleted() {
        Path data = temporary.resolve("data");
        withDamagedRun(data);

        try (Leat leat = Leat.open(data, Small.settings().with(ScrubSettings.off()))) {
            leat.stream("hurt").delete();
            Small.checkpoint(leat);
            leat.stream("hurt").create(StreamConfig.text());
            leat.stream("hurt").append("whole");

            assertThat(Small.texts(leat, "hurt")).containsExactly("whole");
        }
        assertThat(Doctor.check(data).findings())
                .as("all that is left is that the store counts the lost bytes as used")
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).contains("bytes of segment 1 are used"));
    }

    /** Leaves a stream "hurt" with one run, whose row is damaged; returns that row as it was. */
    private static Row withDamagedRun(Path data) {
        try (Leat leat = Leat.open(data, Small.settings())) {
            leat.stream("hurt").create(StreamConfig.text());
            leat.stream("hurt").append("text");
        }
        Row row = rows(data).stream()
                .filter(one -> one.letter() == 'R')
                .findFirst()
                .orElseThrow();
        replace(data, row, new Row(row.key, new byte[] {1}));
        return row;
    }

    private static Row damaged(Row row, Random random) {
        return random.nextInt(8) == 0
                ? new Row(damaged(row.key, 1, random), row.value)
                : new Row(row.key, damaged(row.value, 0, random));
    }

    private static byte[] damaged(byte[] bytes, int from, Random random) {
        int at = from + (bytes.length == from ? 0 : random.nextInt(bytes.length - from));
        byte[] changed = bytes.clone();
        switch (random.nextInt(4)) {
            case 0 -> {
                return Arrays.copyOf(bytes, at);
            }
            case 1 -> {
                return Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(9));
            }
            case 2 -> {
                if (at < changed.length) {
                    changed[at] ^= (byte) (1 << random.nextInt(8));
                }
            }
            default -> {
                for (int i = at; i < changed.length; i++) {
                    changed[i] = (byte) random.nextInt();
                }
            }
        }
        return changed;
    }

    private static List<Row> rows(Path data) {
        List<Row> rows = new ArrayList<>();
        try (RocksStore store = RocksStore.inspect(data.resolve("store"), StoreSettings.defaults())) {
            store.scan(new byte[] {0}, new byte[] {-1}, (key, value) -> rows.add(new Row(key, value)));
        }
        return rows;
    }

    private static void replace(Path data, Row old, Row with) {
        try (RocksStore store = RocksStore.open(data.resolve("store"), StoreSettings.defaults())) {
            store.commit(new Batch().delete(old.key).put(with.key, with.value));
            store.flush();
        }
    }
}
