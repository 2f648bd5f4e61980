package dev.leat.storage.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.storage.settings.ArchiveSettings;
import dev.leat.testkit.Seeds;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.io.TempDir;

class ConcurrentReadsTest {

    @TempDir
    Path directory;

    /** Readers see the bytes they asked for or learn that the segment is gone, whatever is dropped under them. */
    @Seeds(5)
    void aReaderGetsItsBytesOrLearnsThatTheyAreElsewhere(long seed) throws Exception {
        ArchiveSettings settings = new ArchiveSettings(2000, 1, 4096);
        Map<Run, SampleRun> index = new ConcurrentHashMap<>();
        AtomicBoolean done = new AtomicBoolean();

        try (Archive archive = FileArchive.open(directory, settings, List.of());
                ExecutorService threads = Executors.newFixedThreadPool(3)) {
            List<Future<Integer>> readers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                readers.add(threads.submit(reader(archive, index, done)));
            }
            try {
                writeAndDrop(archive, index, new Random(seed));
            } finally {
                done.set(true);
            }
            for (Future<Integer> reader : readers) {
                assertThat(reader.get()).isNotNegative();
            }
            assertThat(directory.toFile().list()).hasSize(archive.segments().size());
        }
    }

    private static void writeAndDrop(Archive archive, Map<Run, SampleRun> index, Random random) {
        for (int i = 0; i < 300; i++) {
            SampleRun sample = SampleRun.of(random, 10, 100);
            Run run = sample.write(archive);
            archive.sync();
            index.put(run, sample);
            List<Segment> segments = archive.segments();
            if (segments.size() > 4) {
                int oldest = segments.getFirst().id();
                archive.drop(oldest);
                index.keySet().removeIf(old -> old.segment() == oldest);
            }
        }
    }

    private static Callable<Integer> reader(Archive archive, Map<Run, SampleRun> index, AtomicBoolean done) {
        return () -> {
            int gone = 0;
            while (!done.get()) {
                for (Map.Entry<Run, SampleRun> entry : index.entrySet()) {
                    gone += read(archive, entry.getKey(), entry.getValue()) ? 0 : 1;
                }
            }
            return gone;
        };
    }

    private static boolean read(Archive archive, Run run, SampleRun sample) {
        try (Region region = archive.open(run, run.start(), run.end())) {
            assertThat(region.bytes()).isEqualTo(ByteBuffer.wrap(sample.wire()));
            assertThat(archive.ends(run)).isEqualTo(sample.ends());
            return true;
        } catch (SegmentGoneException e) {
            return false;
        }
    }
}
