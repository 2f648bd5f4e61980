package dev.leat.storage.store;

import java.nio.file.Path;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the blocks of one table file with their checksums, beside the open store and without its cache. It reads past the page
 * cache where the file system allows that, so that what is compared comes from the disk.
 */
final class RocksTableCheck {
    private static final Logger LOG = LoggerFactory.getLogger(RocksTableCheck.class);

    private volatile boolean direct = true;
    private volatile boolean directWorks;

    void verify(Path table) throws RocksDBException {
        boolean tried = direct;
        try {
            verify(table, tried);
            directWorks |= tried;
        } catch (RocksDBException e) {
            if (!tried || directWorks) {
                throw e;
            }
            verify(table, false); // if that succeeds the file is not at fault
            LOG.debug("direct reads are refused, the page cache is used", e);
            direct = false;
        }
    }

    private static void verify(Path table, boolean direct) throws RocksDBException {
        BlockBasedTableConfig uncached = new BlockBasedTableConfig().setNoBlockCache(true);
        try (Options options = new Options().setTableFormatConfig(uncached).setUseDirectReads(direct);
                SstFileReader reader = new SstFileReader(options)) {
            reader.open(table.toString());
            reader.verifyChecksum();
        }
    }
}
