package dev.leat.engine.simulation;

import dev.leat.storage.store.Batch;
import dev.leat.storage.store.MemoryStore;
import dev.leat.storage.store.Store;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A store that keeps only some of the batches after the last flush when the process ends, and fails when it is told to. */
public final class SimulatedStore implements Store {
    private final Disk disk;
    private final Faults faults;
    private final MemoryStore now = new MemoryStore();

    /** What outlives a process. */
    public static final class Disk {
        private final List<Batch> batches = new ArrayList<>();
        private int flushed;

        /** The process ended. */
        public void crash(Random random) {
            int kept = flushed + random.nextInt(batches.size() - flushed + 1);
            batches.subList(kept, batches.size()).clear();
            flushed = kept;
        }
    }

    public SimulatedStore(Disk disk, Faults faults) {
        this.disk = disk;
        this.faults = faults;
        disk.batches.forEach(now::commit);
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return now.get(key);
    }

    @Override
    public void scan(byte[] from, byte[] to, Visitor visitor) {
        now.scan(from, to, visitor);
    }

    @Override
    public void commit(Batch batch) {
        faults.beforeWrite();
        disk.batches.add(batch);
        now.commit(batch);
    }

    @Override
    public void flush() {
        faults.beforeWrite();
        disk.flushed = disk.batches.size();
    }

    @Override
    public void verify() {}

    @Override
    public void copyTo(Path directory) {
        throw new UnsupportedOperationException("a simulation makes no copies");
    }

    @Override
    public void close() {}
}
