package dev.leat.engine.simulation;

import dev.leat.storage.StorageException;
import java.util.function.Supplier;

/** Lets one of the next writes of archive or store go wrong. */
public final class Faults {
    private int countdown;
    private Supplier<RuntimeException> fault = () -> new StorageException("a simulated failure");

    /** The process ends in the middle of a write. */
    static final class CrashException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CrashException() {
            super("a simulated crash", null, false, false);
        }
    }

    void failAfter(int writes) {
        countdown = writes + 1;
        fault = () -> new StorageException("a simulated failure");
    }

    void crashAfter(int writes) {
        countdown = writes + 1;
        fault = CrashException::new;
    }

    void clear() {
        countdown = 0;
    }

    void beforeWrite() {
        if (countdown > 0 && --countdown == 0) {
            throw fault.get();
        }
    }
}
