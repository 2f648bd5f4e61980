package dev.leat.engine.stream;

import dev.leat.api.Rejection;
import dev.leat.storage.OutOfFilesException;
import java.time.Duration;

/** Says what a caller is told whose read failed in the storage. */
public final class ReadFailure {
    private static final Duration RETRY = Duration.ofSeconds(1);

    private ReadFailure() {}

    /** A process that cannot open another file has nothing wrong with its data: the read can be repeated. */
    public static Rejection rejection(RuntimeException failure) {
        return failure instanceof OutOfFilesException
                ? new Rejection.FilesExhausted(RETRY)
                : new Rejection.StorageFailed(String.valueOf(failure.getMessage()));
    }
}
