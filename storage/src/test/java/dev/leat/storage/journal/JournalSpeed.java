package dev.leat.storage.journal;

import com.sun.management.OperatingSystemMXBean;
import dev.leat.storage.StorageException;
import dev.leat.storage.settings.JournalSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Measures a journal in a directory given as argument: frames in flight against a bare loop of writes and syncs. */
final class JournalSpeed {
    private static final long RUN = 4_000_000_000L;
    private static final int PAYLOAD = 100;

    private JournalSpeed() {}

    public static void main(String[] args) throws IOException {
        Path root = Files.createDirectories(Path.of(args[0]));
        for (int producers : new int[] {1, 64, 512, 1, 64, 512}) {
            bare(root.resolve("bare"), producers);
            journal(Files.createTempDirectory(root, "journal"), producers);
            threads(Files.createTempDirectory(root, "threads"), producers);
        }
        replay(Files.createTempDirectory(root, "replay"));
    }

    private static void bare(Path file, int producers) throws IOException {
        int size = JournalSettings.defaults().segmentSize();
        ByteBuffer group = ByteBuffer.allocateDirect(producers * Frame.size(PAYLOAD));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocateDirect(size), 0);
            channel.force(true);
            Stopwatch watch = new Stopwatch();
            long frames = 0;
            for (int offset = 0;
                    watch.elapsed() < RUN;
                    offset = (offset + group.capacity()) % (size - group.capacity())) {
                channel.write(group.clear(), offset);
                channel.force(false);
                frames += producers;
            }
            watch.report("bare loop", producers, frames);
        }
    }

    private static void journal(Path directory, int producers) {
        try (Journal journal = FileJournal.open(directory, JournalSettings.defaults())) {
            journal.replay(0, 0, Long.MAX_VALUE, (shard, end, body) -> {});
            Stopwatch watch = new Stopwatch();
            AtomicLong frames = new AtomicLong();
            for (int n = 0; n < producers; n++) {
                new Producer(journal, watch, frames).append();
            }
            long recycled = 0;
            while (watch.elapsed() < RUN) {
                if (journal.durable() - recycled
                        > 2L * JournalSettings.defaults().segmentSize()) {
                    recycled = journal.durable();
                    journal.recycle(recycled);
                }
                LockSupport.parkNanos(10_000_000);
            }
            watch.report("journal", producers, frames.get());
        }
    }

    /** Virtual threads that wait for each frame: mostly the cost of waking them. */
    private static void threads(Path directory, int producers) {
        try (Journal journal = FileJournal.open(directory, JournalSettings.defaults())) {
            journal.replay(0, 0, Long.MAX_VALUE, (shard, end, body) -> {});
            Stopwatch watch = new Stopwatch();
            LongAdder frames = new LongAdder();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int n = 0; n < producers; n++) {
                    threads.execute(() -> {
                        while (watch.elapsed() < RUN) {
                            AwaitedCommit told = new AwaitedCommit();
                            journal.append(0, ByteBuffer.allocate(PAYLOAD), told);
                            told.await();
                            frames.increment();
                        }
                    });
                }
            }
            watch.report("threads", producers, frames.sum());
        }
    }

    private static void replay(Path directory) {
        try (Journal journal = FileJournal.open(directory, JournalSettings.defaults())) {
            journal.replay(0, 0, Long.MAX_VALUE, (shard, end, body) -> {});
            for (int n = 0; n < 500; n++) {
                Appended.to(journal, 0, new byte[1 << 20]).end();
            }
            for (int n = 0; n < 100_000; n++) {
                journal.append(0, ByteBuffer.allocate(PAYLOAD), new AwaitedCommit());
            }
        }
        for (int n = 0; n < 3; n++) {
            long start = System.nanoTime();
            JournalCheck.of(directory).read(0, (shard, end, body) -> {});
            System.out.printf("read 514 MB in %d ms%n", (System.nanoTime() - start) / 1_000_000);
        }
    }

    /** Waits for its frame and appends the next, as one of many in flight. */
    private record Producer(Journal journal, Stopwatch watch, AtomicLong frames, ByteBuffer body) implements Commit {
        Producer(Journal journal, Stopwatch watch, AtomicLong frames) {
            this(journal, watch, frames, ByteBuffer.allocate(PAYLOAD));
        }

        void append() {
            journal.append(0, body, this);
        }

        @Override
        public void durable(long end) {
            frames.lazySet(frames.get() + 1);
            if (watch.elapsed() < RUN) {
                append();
            }
        }

        @Override
        public void failed(StorageException cause) {
            throw cause;
        }
    }

    private static final class Stopwatch {
        private final OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        private final long start = System.nanoTime();
        private final long cpu = system.getProcessCpuTime();

        long elapsed() {
            return System.nanoTime() - start;
        }

        void report(String what, int producers, long frames) {
            double seconds = elapsed() / 1e9;
            double micros = (system.getProcessCpuTime() - cpu) / 1e3 / frames;
            System.out.printf(
                    "%-10s %4d in flight: %,10.0f frames/s %6.2f us CPU%n", what, producers, frames / seconds, micros);
        }
    }
}
