package dev.leat.storage.archive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/** The runs of one segment that is in memory, by the place they would have in a file. */
final class MemorySegment {

    static final Set<OpenOption> NEW_FILE = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private final int id;
    private final ConcurrentSkipListMap<Long, RunBytes> runs = new ConcurrentSkipListMap<>();
    private volatile long end = SegmentHeader.BYTES;
    private volatile long durable;

    MemorySegment(int id) {
        this.id = id;
    }

    int id() {
        return id;
    }

    long end() {
        return end;
    }

    /** How long a file would be after the last sync. */
    long durable() {
        return durable;
    }

    void sync() {
        durable = end;
    }

    Run append(RunBytes run) {
        long at = end;
        runs.put(at, run);
        end = at + run.size();
        return run.header().run(id, at);
    }

    Optional<RunBytes> find(Run run) {
        long at = run.place() - RunHeader.BYTES;
        return Optional.ofNullable(runs.get(at))
                .filter(found -> found.header().run(id, at).equals(run));
    }

    void scan(Consumer<Run> visitor) {
        runs.headMap(durable).forEach((at, run) -> visitor.accept(run.header().run(id, at)));
    }

    /** Writes the segment as it is in a file, up to a length, and closes the channel. */
    void copyTo(WritableByteChannel file, long length) throws IOException {
        try (file) {
            Consumer<ByteBuffer> write = bytes -> writeFully(file, bytes);
            write.accept(SegmentHeader.of(id));
            runs.headMap(length).forEach((at, run) -> run.write(id, at, write));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void writeFully(WritableByteChannel file, ByteBuffer bytes) {
        try {
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
