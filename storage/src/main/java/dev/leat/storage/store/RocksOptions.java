package dev.leat.storage.store;

import dev.leat.storage.settings.StoreSettings;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ChecksumType;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WriteOptions;

/** The options of RocksDB, for small values, little memory and early notice of damage. Owns native memory: close it last. */
final class RocksOptions implements AutoCloseable {

    private static final long LOG_BYTES = 1 << 20;

    private final LRUCache cache;
    private final BloomFilter filter = new BloomFilter(10, false);
    private final Options options;
    private final WriteOptions write = new WriteOptions().setDisableWAL(true); // the journal is the log
    private final FlushOptions flush = new FlushOptions().setWaitForFlush(true).setAllowWriteStall(true);

    static RocksOptions of(StoreSettings settings) {
        RocksLibrary.load();
        return new RocksOptions(settings);
    }

    private RocksOptions(StoreSettings settings) {
        cache = new LRUCache(settings.cacheBytes());
        options = new Options();
        options.setTableFormatConfig(tables());
        options.setCompressionType(CompressionType.LZ4_COMPRESSION);
        options.setWriteBufferSize(settings.writeBufferBytes());
        options.setMaxOpenFiles(settings.openFiles());
        options.setMaxBackgroundJobs(settings.backgroundJobs());
        options.setParanoidChecks(true);
        options.setKeepLogFileNum(2);
        options.setMaxLogFileSize(LOG_BYTES);
        options.setInfoLogLevel(InfoLogLevel.WARN_LEVEL);
        options.setStatsDumpPeriodSec(0);
        options.setStatsPersistPeriodSec(0);
    }

    private BlockBasedTableConfig tables() {
        return new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setCacheIndexAndFilterBlocks(true)
                .setPinL0FilterAndIndexBlocksInCache(true)
                .setFilterPolicy(filter)
                .setBlockSize(16 << 10)
                .setChecksumType(ChecksumType.kXXH3);
    }

    Options open() {
        return options.setCreateIfMissing(false);
    }

    Options create() {
        return options.setCreateIfMissing(true).setErrorIfExists(true);
    }

    WriteOptions write() {
        return write;
    }

    FlushOptions flush() {
        return flush;
    }

    @Override
    public void close() {
        flush.close();
        write.close();
        options.close();
        filter.close();
        cache.close();
    }
}
