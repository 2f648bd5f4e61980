package dev.leat.bench;

import dev.leat.bench.run.ZeroFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;

/** Measurement of how long the disk itself takes to make a page durable. */
final class DiskProbe {
    private static final int PAGE = 4096;
    private static final int PAGES = 1000;

    private DiskProbe() {}

    static void print(Path file) throws IOException {
        long[] nanos = new long[PAGES];
        try (FileChannel channel = ZeroFile.create(file, (long) PAGE * PAGES)) {
            ByteBuffer page = ByteBuffer.allocateDirect(PAGE);
            for (int i = 0; i < PAGES; i++) {
                long start = System.nanoTime();
                channel.write(page.clear(), (long) i * PAGE);
                channel.force(false);
                nanos[i] = System.nanoTime() - start;
            }
        }
        Arrays.sort(nanos);
        System.out.printf(
                "%nfdatasync of a page in a file of zeros: p50 %.0f µs, p99 %.0f µs%n",
                nanos[PAGES / 2] / 1e3, nanos[PAGES * 99 / 100] / 1e3);
    }
}
