package dev.leat.storage.store;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.layout.DiskFailure;
import dev.leat.storage.layout.DurableFiles;
import dev.leat.storage.meter.StoreFigures;
import dev.leat.storage.settings.StoreSettings;
import dev.leat.storage.store.Batch.Change.Delete;
import dev.leat.storage.store.Batch.Change.DeleteRange;
import dev.leat.storage.store.Batch.Change.Put;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;

/** A store in RocksDB, without its log: what was not flushed is replayed from the journal. */
public final class RocksStore implements Store {

    /** A call of RocksDB. */
    private interface Work<T extends @Nullable Object> {
        T run(RocksDB db) throws RocksDBException;
    }

    private final Path directory;
    private final RocksOptions options;
    private final RocksDB db;
    private final boolean readOnly;
    private final RocksTableCheck tableCheck = new RocksTableCheck();

    // Native memory is gone after a close, and a call that is still in it would take the process down: close waits.
    private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();
    private boolean closed;

    private RocksStore(Path directory, RocksOptions options, RocksDB db, boolean readOnly) {
        this.directory = directory;
        this.options = options;
        this.db = db;
        this.readOnly = readOnly;
    }

    /** Makes sure that stores can be opened here, whatever is in them. */
    public static void requireLibrary() {
        RocksLibrary.load();
    }

    /** Opens the store in a directory; a directory that is missing or has no store in it gets an empty one. */
    public static RocksStore open(Path directory, StoreSettings settings) {
        return exists(directory) ? openWith(RocksOptions::open, directory, settings) : create(directory, settings);
    }

    /**
     * Opens a store that {@link #exists} to look at it. No file is changed, made or removed; whatever would write is an
     * {@link IllegalStateException}.
     */
    public static RocksStore inspect(Path directory, StoreSettings settings) {
        RocksOptions options = RocksOptions.of(settings);
        try {
            RocksDB db = RocksDB.openReadOnly(options.open(), directory.toString());
            return new RocksStore(directory, options, db, true);
        } catch (RocksDBException e) {
            options.close();
            throw RocksFailure.of(directory, "open", e);
        }
    }

    /** Makes an empty store in a directory that has none. */
    static RocksStore create(Path directory, StoreSettings settings) {
        try {
            DurableFiles.createDirectories(directory);
        } catch (IOException e) {
            throw DiskFailure.of("cannot create store " + directory, e);
        }
        return openWith(RocksOptions::create, directory, settings);
    }

    private static RocksStore openWith(Function<RocksOptions, Options> mode, Path directory, StoreSettings settings) {
        RocksOptions options = RocksOptions.of(settings);
        try {
            RocksDB db = RocksDB.open(mode.apply(options), directory.toString());
            return new RocksStore(directory, options, db, false);
        } catch (RocksDBException e) {
            options.close();
            throw RocksFailure.of(directory, "open", e);
        }
    }

    /**
     * Whether there is a store. RocksDB takes a directory without the file CURRENT for a new one and deletes whatever else
     * is in it: data without CURRENT is damage.
     */
    public static boolean exists(Path directory) {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try {
            if (Files.exists(directory.resolve("CURRENT"))) {
                RocksManifest.check(directory);
                return true;
            }
            refuseTables(directory);
            return false;
        } catch (IOException e) {
            throw DiskFailure.of("cannot read store " + directory, e);
        }
    }

    private static void refuseTables(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            files.filter(file -> file.toString().endsWith(".sst")).findAny().ifPresent(file -> {
                throw new CorruptionException(
                        directory.resolve("CURRENT"),
                        0,
                        "the file is missing, though " + file.getFileName() + " has data");
            });
        }
    }

    @Override
    public String name() {
        return directory.toString();
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return use("read", rocks -> rocks.get(key));
    }

    @Override
    public void scan(byte[] from, byte[] to, Visitor visitor) {
        scan(from, to, visitor, true);
    }

    @Override
    public void sweep(byte[] from, byte[] to, Visitor visitor) {
        scan(from, to, visitor, false);
    }

    private void scan(byte[] from, byte[] to, Visitor visitor, boolean cached) {
        if (Arrays.compareUnsigned(from, to) >= 0) {
            return;
        }
        this.<@Nullable Void>use("read", rocks -> {
            try (Slice end = new Slice(to);
                    ReadOptions reading =
                            new ReadOptions().setIterateUpperBound(end).setFillCache(cached);
                    RocksIterator entries = rocks.newIterator(reading)) {
                entries.seek(from);
                while (entries.isValid() && visitor.entry(entries.key(), entries.value())) {
                    entries.next();
                }
                entries.status(); // an iterator that comes to a damaged block just ends
            }
            return null;
        });
    }

    @Override
    public void commit(Batch batch) {
        this.<@Nullable Void>change("write", rocks -> {
            try (WriteBatch changes = new WriteBatch()) {
                for (Batch.Change change : batch.changes()) {
                    add(change, changes);
                }
                rocks.write(options.write(), changes);
            }
            return null;
        });
    }

    @Override
    public void flush() {
        this.<@Nullable Void>change("flush", rocks -> {
            rocks.flush(options.flush());
            return null;
        });
    }

    @Override
    public void compact(byte[] from, byte[] to) {
        this.<@Nullable Void>change("compact", rocks -> {
            rocks.compactRange(from, to);
            return null;
        });
    }

    @Override
    public void verify() {
        this.<@Nullable Void>use("verify", rocks -> {
            rocks.verifyChecksum();
            return null;
        });
    }

    @Override
    public List<StoreTable> tables() {
        return use(
                "list",
                rocks -> rocks.getLiveFilesMetaData().stream()
                        .map(file -> new StoreTable(
                                Path.of(file.path(), file.fileName()),
                                file.size(),
                                file.smallestKey(),
                                file.largestKey()))
                        .sorted(Comparator.comparingLong(StoreTable::number))
                        .toList());
    }

    @Override
    public boolean verify(StoreTable table) {
        return use("verify", rocks -> {
            try {
                tableCheck.verify(table.file());
                return true;
            } catch (RocksDBException e) {
                if (isUsed(rocks, table)) {
                    throw e;
                }
                return false; // a compaction removed it
            }
        });
    }

    private static boolean isUsed(RocksDB rocks, StoreTable table) {
        return rocks.getLiveFilesMetaData().stream()
                .anyMatch(file -> Path.of(file.path(), file.fileName()).equals(table.file()));
    }

    @Override
    public void copyTo(Path target) {
        requireWritable("copy");
        try {
            Path parent = target.toAbsolutePath().getParent();
            if (parent != null) {
                DurableFiles.createDirectories(parent);
            }
        } catch (IOException e) {
            throw DiskFailure.of("cannot copy the store to " + target, e);
        }
        this.<@Nullable Void>use("copy", rocks -> {
            try (Checkpoint checkpoint = Checkpoint.create(rocks)) {
                checkpoint.createCheckpoint(target.toString());
            }
            return null;
        });
    }

    @Override
    public StoreFigures figures() {
        return use(
                "measure",
                rocks -> new StoreFigures(
                        rocks.getLongProperty("rocksdb.estimate-live-data-size"),
                        rocks.getLongProperty("rocksdb.total-sst-files-size"),
                        rocks.getLongProperty("rocksdb.cur-size-all-mem-tables"),
                        rocks.getLongProperty("rocksdb.block-cache-usage")));
    }

    @Override
    public void close() {
        use.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                db.close();
                options.close();
            }
        } finally {
            use.writeLock().unlock();
        }
    }

    private static void add(Batch.Change change, WriteBatch to) throws RocksDBException {
        switch (change) {
            case Put(byte[] key, byte[] value) -> to.put(key, value);
            case Delete(byte[] key) -> to.delete(key);
            case DeleteRange(byte[] from, byte[] until) -> {
                if (Arrays.compareUnsigned(from, until) < 0) {
                    to.deleteRange(from, until);
                }
            }
        }
    }

    private <T extends @Nullable Object> T change(String doing, Work<T> work) {
        requireWritable(doing);
        return use(doing, work);
    }

    private void requireWritable(String doing) {
        if (readOnly) {
            throw new IllegalStateException("cannot " + doing + " store " + directory + ": it is open to be read only");
        }
    }

    private <T extends @Nullable Object> T use(String doing, Work<T> work) {
        use.readLock().lock();
        try {
            if (closed) {
                throw new IllegalStateException("store " + directory + " is closed");
            }
            return work.run(db);
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, doing, e);
        } finally {
            use.readLock().unlock();
        }
    }
}
