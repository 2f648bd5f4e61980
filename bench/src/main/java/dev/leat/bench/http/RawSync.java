package dev.leat.bench.http;

import dev.leat.bench.run.Latencies;
import dev.leat.bench.run.Window;
import dev.leat.bench.run.Workload;
import dev.leat.bench.run.ZeroFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** The disk itself: a message written after the last one into a file of zeros, and flushed, again and again. */
final class RawSync implements Workload {
    private static final long FILE_BYTES = 64 << 20;

    private final FileChannel file;
    private final ByteBuffer message = ByteBuffer.allocateDirect(BenchPlan.MESSAGE.body().length);
    private long place;

    RawSync(Path path) {
        try {
            file = ZeroFile.create(path, FILE_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        message.put(BenchPlan.MESSAGE.body());
    }

    @Override
    public Window run(double seconds) {
        Latencies latencies = new Latencies();
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        long now = start;
        while (now < end) {
            append();
            long after = System.nanoTime();
            latencies.add(after - now);
            now = after;
        }
        return Window.ofRate(latencies.count() * 1e9 / (now - start), latencies, 0, 0);
    }

    private void append() {
        try {
            file.write(message.rewind(), place);
            file.force(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        place = (place + message.capacity()) % FILE_BYTES;
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
