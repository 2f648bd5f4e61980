package dev.leat.http.backup;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * State of a backup.
 *
 * @param step what is being done, in a word
 * @param done how many bytes of that are done
 * @param total of how many; 0 if that is not known
 * @param problem why it failed
 */
record BackupState(
        String name,
        Path directory,
        State state,
        String step,
        long done,
        long total,
        Instant created,
        @Nullable Instant ended,
        @Nullable String problem) {

    /** Whether the backup can be relied on. */
    enum State {
        RUNNING,
        /** It is complete and was read from end to end. */
        DONE,
        /** Nothing is left of it. */
        FAILED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static BackupState begun(String name, Path directory, Instant now) {
        return new BackupState(name, directory, State.RUNNING, "begin", 0, 0, now, null, null);
    }

    BackupState at(String now, long bytes, long of) {
        return new BackupState(name, directory, state, now, bytes, of, created, ended, problem);
    }

    BackupState ended(State how, Instant now, @Nullable String why) {
        return new BackupState(name, directory, how, step, done, total, created, now, why);
    }
}
