package dev.leat.storage.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.storage.settings.ArchiveSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FileArchiveTest extends ArchiveContract {

    @Override
    Archive open(ArchiveSettings settings) {
        return FileArchive.open(directory(), settings, List.of());
    }

    @Test
    void aRegionCanBeSentFromItsFile() throws IOException {
        SampleRun sample = SampleRun.of(new Random(1), 5, 100);
        Run run = sample.write(archive);
        archive.sync();

        try (Region region = archive.open(run, run.start() + 1, run.end())) {
            FileChannel channel = region.channel();
            ByteBuffer sent = ByteBuffer.allocate((int) region.length());
            channel.read(sent, region.place());
            assertThat(sent.flip()).isEqualTo(ByteBuffer.wrap(sample.wire(), 1, sample.wire().length - 1));
        }
    }

    @Test
    void theFileOfADroppedSegmentGoesWithItsLastRegion() {
        Run run = writeBytes(2000);
        writeBytes(10);
        archive.sync();
        Region region = archive.open(run, run.start(), run.end());

        archive.drop(run.segment());
        assertThat(file(1)).exists();
        region.close();

        assertThat(file(1)).doesNotExist();
    }

    @Test
    void theFileOfADroppedSegmentThatNobodyReadsGoesAtOnce() {
        writeBytes(2000);
        writeBytes(10);
        archive.sync();

        archive.drop(1);

        assertThat(file(1)).doesNotExist();
    }

    @Test
    void aRegionOutlivesTheArchive() {
        Run run = writeBytes(2000);
        archive.sync();

        try (Region region = archive.open(run, run.start(), run.end())) {
            archive.close();

            assertThat(region.bytes().remaining()).isEqualTo(2000);
        }
        assertThatThrownBy(() -> archive.open(run, run.start(), run.end())).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void manySegmentsAreReadThroughFewOpenFiles() {
        List<Run> runs = new ArrayList<>();
        List<FileChannel> channels = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            runs.add(writeBytes(1500));
        }
        archive.sync();

        for (Run run : runs) {
            try (Region region = archive.open(run, run.start(), run.end())) {
                channels.add(region.channel());
            }
        }

        assertThat(channels.stream().filter(FileChannel::isOpen)).hasSize(SMALL.idleFiles());
        assertThat(channels.getLast().isOpen()).isTrue();
        runs.forEach(archive::verify);
    }

    @Test
    void aReaderThatIsInterruptedDoesNotDisturbTheOthers() {
        SampleRun sample = SampleRun.of(new Random(4), 10, 300);
        Run run = sample.write(archive);
        archive.sync();

        try (Region interrupted = archive.open(run, run.start(), run.end());
                Region other = archive.open(run, run.start(), run.end())) {
            other.bytes();
            Thread.currentThread().interrupt();
            assertThatThrownBy(interrupted::bytes).hasMessageContaining("interrupted");
            assertThat(Thread.interrupted()).isTrue();

            assertThat(toArray(other.bytes())).isEqualTo(sample.wire());
        }
    }

    @Test
    void aSealedSegmentIsCopiedAsALinkAndTheActiveOneIsNot() throws IOException {
        writeBytes(2000);
        writeBytes(10);
        archive.sync();

        archive.copyTo(temp.resolve("copy"), archive.segments());

        assertThat(links(file(1))).isEqualTo(2);
        assertThat(links(file(2))).isEqualTo(1);
    }

    @Test
    void aFileThatACopyIsLinkedToDoesNotGrow() throws IOException {
        writeBytes(900);
        archive.sync();
        List<Segment> known = archive.segments();
        archive.close();
        Files.createLink(temp.resolve("link"), file(1));

        try (FileArchive again = FileArchive.open(directory(), SMALL, known)) {
            Run run = SampleRun.of(new Random(1), 1, 10).write(again);

            assertThat(run.segment()).isEqualTo(2);
        }
    }

    @Test
    void smallRunsAreGatheredBeforeTheyAreWritten() throws IOException {
        try (Archive gathering = FileArchive.open(temp.resolve("many"), ArchiveSettings.defaults(), List.of())) {
            for (int i = 0; i < 100; i++) {
                SampleRun.of(new Random(i), 4, 100).write(gathering);
            }

            assertThat(Files.size(temp.resolve("many").resolve(SegmentFile.name(1))))
                    .isZero();
        }
    }

    private Path directory() {
        return temp.resolve("archive");
    }

    private Path file(int segment) {
        return directory().resolve(SegmentFile.name(segment));
    }

    private static int links(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:nlink");
    }
}
