package dev.leat.storage.store;

import dev.leat.storage.settings.StoreSettings;
import dev.leat.storage.store.Batch.Change.Delete;
import dev.leat.storage.store.Batch.Change.DeleteRange;
import dev.leat.storage.store.Batch.Change.Put;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/** A store in memory, gone when it is closed. A commit copies the entries only while a scan is looking at them. */
public final class MemoryStore implements Store {

    /** The entries and how many scans need them as they are. */
    private static final class Version {
        final NavigableMap<byte[], byte[]> entries;
        int scans;

        Version(NavigableMap<byte[], byte[]> entries) {
            this.entries = entries;
        }

        static Version empty() {
            return new Version(new TreeMap<>(Arrays::compareUnsigned));
        }
    }

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private Version current = Version.empty();

    @Override
    public byte @Nullable [] get(byte[] key) {
        lock.readLock().lock();
        try {
            return current.entries.get(key);
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public void scan(byte[] from, byte[] to, Visitor visitor) {
        if (Arrays.compareUnsigned(from, to) >= 0) {
            return;
        }
        Version version = pin();
        try {
            for (var entry : version.entries.subMap(from, to).entrySet()) {
                if (!visitor.entry(entry.getKey(), entry.getValue())) {
                    return;
                }
            }
        } finally {
            unpin(version);
        }
    }

    @Override
    public void commit(Batch batch) {
        lock.writeLock().lock();
        try {
            if (current.scans > 0) {
                current = new Version(new TreeMap<>(current.entries));
            }
            batch.changes().forEach(change -> apply(change, current.entries));
        } finally {
            lock.writeLock().unlock();
        }
    }

    @Override
    public void flush() {}

    @Override
    public void verify() {}

    /** Writes a {@link RocksStore}: a copy of memory has to be somewhere else. */
    @Override
    public void copyTo(Path directory) {
        Batch all = new Batch();
        Version version = pin();
        try {
            version.entries.forEach(all::put);
        } finally {
            unpin(version);
        }
        try (RocksStore copy = RocksStore.create(directory, StoreSettings.defaults())) {
            copy.commit(all);
            copy.flush();
        }
    }

    @Override
    public void close() {
        lock.writeLock().lock();
        try {
            current = Version.empty();
        } finally {
            lock.writeLock().unlock();
        }
    }

    private Version pin() {
        lock.writeLock().lock();
        try {
            current.scans++;
            return current;
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void unpin(Version version) {
        lock.writeLock().lock();
        try {
            version.scans--;
        } finally {
            lock.writeLock().unlock();
        }
    }

    private static void apply(Batch.Change change, NavigableMap<byte[], byte[]> entries) {
        switch (change) {
            case Put(byte[] key, byte[] value) -> entries.put(key, value);
            case Delete(byte[] key) -> entries.remove(key);
            case DeleteRange(byte[] from, byte[] to) -> {
                if (Arrays.compareUnsigned(from, to) < 0) {
                    entries.subMap(from, to).clear();
                }
            }
        }
    }
}
