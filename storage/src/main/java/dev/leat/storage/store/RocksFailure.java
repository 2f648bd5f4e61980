package dev.leat.storage.store;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.OutOfSpaceException;
import dev.leat.storage.StorageException;
import dev.leat.storage.layout.DiskFailure;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Classification of errors of RocksDB. */
final class RocksFailure {

    private RocksFailure() {}

    static StorageException of(Path directory, String doing, RocksDBException cause) {
        Status status = cause.getStatus();
        if (isFull(status, cause)) {
            return new OutOfSpaceException(
                    "cannot " + doing + " store " + directory + ": " + cause.getMessage()
                            + ". Free some space on that disk",
                    cause);
        }
        if (DiskFailure.isOutOfFiles(String.valueOf(cause.getMessage()))) {
            return DiskFailure.outOfFiles("cannot " + doing + " store " + directory + ": " + cause.getMessage(), cause);
        }
        if (isDamage(status, cause)) {
            return new CorruptionException(directory, cause);
        }
        return new StorageException("cannot " + doing + " store " + directory + ": " + cause.getMessage(), cause);
    }

    private static boolean isFull(@Nullable Status status, RocksDBException cause) {
        return (status != null && status.getSubCode() == Status.SubCode.NoSpace)
                || DiskFailure.isFull(String.valueOf(cause.getMessage()));
    }

    /** A file that RocksDB needs and does not find is damage too, though it calls that an I/O error. */
    private static boolean isDamage(@Nullable Status status, RocksDBException cause) {
        return (status != null && status.getCode() == Status.Code.Corruption)
                || String.valueOf(cause.getMessage()).contains("No such file or directory");
    }
}
