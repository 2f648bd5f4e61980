package dev.leat.engine.doctor;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a repair did.
 *
 * @param before what was found at first
 * @param copy where the files are as they were before; null if nothing was changed
 * @param position where the journal ends now
 * @param after what is left to be found
 */
public record Repair(Report before, @Nullable Path copy, long position, Report after) {

    public boolean isChanged() {
        return copy != null;
    }

    /** What was lost by it; null if nothing was. */
    public @Nullable Loss loss() {
        return isChanged() ? before.loss() : null;
    }
}
