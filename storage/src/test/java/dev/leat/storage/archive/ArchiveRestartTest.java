package dev.leat.storage.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.LayoutException;
import dev.leat.storage.settings.ArchiveSettings;
import dev.leat.testkit.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an archive makes of the files that a crash, or a disk, left behind. */
class ArchiveRestartTest {

    private static final ArchiveSettings SMALL = new ArchiveSettings(1000, 2, 4096);

    @TempDir
    Path directory;

    @Test
    void appendingGoesOnWhereTheLastCheckpointEnded() {
        List<Segment> known = write(300);

        try (FileArchive archive = open(known)) {
            Run run = writeBytes(archive, 300);
            archive.sync();

            assertThat(run.segment()).isEqualTo(1);
            assertThat(run.place()).isEqualTo(known.getFirst().length() + RunHeader.BYTES);
            archive.verify(run);
        }
    }

    @Test
    void appendingBeginsANewSegmentWhereTheLastOneIsFull() {
        List<Segment> known = write(1200);

        try (FileArchive archive = open(known)) {
            assertThat(writeBytes(archive, 300).segment()).isEqualTo(2);
        }
    }

    @Test
    void bytesAfterTheKnownLengthAreCut() throws IOException {
        List<Segment> known = write(300);
        Files.write(file(1), new byte[500], StandardOpenOption.APPEND);

        open(known).close();

        assertThat(file(1)).hasSize(known.getFirst().length());
    }

    @Test
    void aSegmentOfAnUnfinishedCheckpointIsRemoved() {
        List<Segment> known = write(1200);
        try (FileArchive archive = open(known)) {
            writeBytes(archive, 1200);
            writeBytes(archive, 1200);
            archive.sync();
            assertThat(archive.segments()).hasSize(3);
        }

        try (FileArchive archive = open(known)) {
            assertThat(archive.segments()).isEqualTo(known);
            assertThat(file(2)).doesNotExist();
            assertThat(file(3)).doesNotExist();
        }
    }

    @Test
    void theFirstCheckpointMayBeTheUnfinishedOne() {
        write(1200, 1200);

        try (FileArchive archive = open(List.of())) {
            assertThat(directory).isEmptyDirectory();
            assertThat(writeBytes(archive, 10).segment()).isEqualTo(1);
        }
    }

    @Test
    void aSegmentThatWasDroppedBeforeTheCrashIsRemoved() {
        List<Segment> known = write(1200, 1200, 1200);

        open(List.of(known.get(0), known.get(2))).close();

        assertThat(file(1)).exists();
        assertThat(file(2)).doesNotExist();
        assertThat(file(3)).exists();
    }

    @Test
    void aMissingSegmentIsCorruptionAndNothingIsRemoved() throws IOException {
        List<Segment> known = write(1200, 1200, 1200);
        Files.delete(file(1));

        assertThatThrownBy(() -> open(known.subList(0, 2)))
                .isInstanceOf(CorruptionException.class)
                .hasMessageContaining(file(1).toString())
                .hasMessageContaining("missing");
        assertThat(file(3)).exists();
    }

    @Test
    void aSegmentThatLostBytesIsCorruption() throws IOException {
        List<Segment> known = write(1200, 1200);
        try (FileChannel channel = FileChannel.open(file(2), StandardOpenOption.WRITE)) {
            channel.truncate(known.getLast().length() - 1);
        }

        assertThatThrownBy(() -> open(known))
                .isInstanceOf(CorruptionException.class)
                .hasMessageContaining(file(2).toString())
                .hasMessageContaining("it had " + known.getLast().length() + " bytes");
    }

    @Test
    void aSegmentUnderAnotherNameIsCorruption() throws IOException {
        List<Segment> known = write(1200, 1200);
        Files.move(file(1), directory.resolve("swap"));
        Files.move(file(2), file(1));
        Files.move(directory.resolve("swap"), file(2));

        assertThatThrownBy(() -> open(known))
                .isInstanceOf(CorruptionException.class)
                .hasMessageContaining("segment 2, renamed");
    }

    @Test
    void aSegmentOfAnotherFormatIsRefused() throws IOException {
        List<Segment> known = write(1200);
        ByteBuffer header = ByteBuffer.wrap(Files.readAllBytes(file(1))).putInt(4, 2);
        CRC32C crc = new CRC32C();
        crc.update(header.array(), 0, 12);
        Files.write(file(1), header.putInt(12, (int) crc.getValue()).array());

        assertThatThrownBy(() -> open(known))
                .isInstanceOf(LayoutException.class)
                .hasMessageContaining("archive format 2")
                .hasMessageContaining(file(1).toString());
    }

    @Test
    void aFileThatIsNotOursIsRefused() throws IOException {
        List<Segment> known = write(1200);
        for (String name : List.of("notes.txt", "1.archive", "9999999999.archive", "0000000007.archive.bak")) {
            Path foreign = Files.createFile(directory.resolve(name));
            assertThatThrownBy(() -> open(known))
                    .isInstanceOf(LayoutException.class)
                    .hasMessageContaining(foreign.toString());
            Files.delete(foreign);
        }
        Files.createDirectory(file(9));
        assertThatThrownBy(() -> open(known)).isInstanceOf(LayoutException.class);
    }

    @Seeds(30)
    void whatWasKnownIsThereAfterEveryCrash(long seed) throws IOException {
        Random random = new Random(seed);
        Map<Run, SampleRun> kept = new LinkedHashMap<>();
        List<Segment> known = List.of();

        for (int life = 0; life < 5; life++) {
            try (FileArchive archive = open(known)) {
                check(archive, kept);
                int checkpoints = random.nextInt(4);
                for (int i = 0; i < checkpoints; i++) {
                    known = checkpoint(archive, kept, random);
                }
                writeSome(archive, random); // not known when the crash comes
                if (random.nextBoolean()) {
                    archive.sync();
                }
            }
        }
        try (FileArchive archive = open(known)) {
            check(archive, kept);
        }
    }

    private List<Segment> checkpoint(FileArchive archive, Map<Run, SampleRun> kept, Random random) {
        kept.putAll(writeSome(archive, random));
        archive.sync();
        List<Segment> segments = archive.segments();
        if (segments.size() > 3) {
            int dropped = segments.get(random.nextInt(segments.size() - 1)).id();
            archive.drop(dropped);
            kept.keySet().removeIf(run -> run.segment() == dropped);
        }
        return archive.segments();
    }

    private static Map<Run, SampleRun> writeSome(FileArchive archive, Random random) {
        Map<Run, SampleRun> written = new LinkedHashMap<>();
        int runs = random.nextInt(10);
        for (int i = 0; i < runs; i++) {
            SampleRun sample = SampleRun.of(random, 1 + random.nextInt(5), 1 << random.nextInt(12));
            written.put(sample.write(archive), sample);
        }
        return written;
    }

    private static void check(FileArchive archive, Map<Run, SampleRun> kept) {
        kept.forEach((run, sample) -> {
            archive.verify(run);
            assertThat(archive.ends(run)).isEqualTo(sample.ends());
            try (Region region = archive.open(run, run.start(), run.end())) {
                assertThat(region.bytes()).isEqualTo(ByteBuffer.wrap(sample.wire()));
            }
        });
    }

    private List<Segment> write(int... lengths) {
        try (FileArchive archive = open(List.of())) {
            for (int length : lengths) {
                writeBytes(archive, length);
            }
            archive.sync();
            return archive.segments();
        }
    }

    private static Run writeBytes(FileArchive archive, int length) {
        return archive.write(3, 50, List.of(ByteBuffer.allocate(length)), new int[] {length});
    }

    private FileArchive open(List<Segment> known) {
        return FileArchive.open(directory, SMALL, known);
    }

    private Path file(int segment) {
        return directory.resolve(SegmentFile.name(segment));
    }
}
