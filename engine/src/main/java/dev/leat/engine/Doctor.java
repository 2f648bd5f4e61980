package dev.leat.engine;

import dev.leat.engine.doctor.Checkup;
import dev.leat.engine.doctor.Repair;
import dev.leat.engine.doctor.Report;
import dev.leat.engine.scrub.ScrubRecord;
import dev.leat.storage.Progress;
import java.nio.file.Path;
import java.util.Optional;

/** Examines and mends data directories that no engine has open. */
public final class Doctor {
    private Doctor() {}

    /**
     * Reads a data directory from end to end and changes nothing.
     *
     * @throws dev.leat.storage.InUseException if an engine has it open
     * @throws dev.leat.storage.LayoutException if it is no data directory
     */
    public static Report check(Path directory) {
        return check(directory, Progress.NONE);
    }

    /** The same, and tells how far it is. */
    public static Report check(Path directory, Progress progress) {
        return Checkup.examine(directory, progress);
    }

    /**
     * What the scrub of an engine has recorded in a data directory: how far it is, and the damage that it knows. Also if an engine has the
     * directory open; then it is what that engine recorded last.
     *
     * @return empty if it was never scrubbed
     */
    @SuppressWarnings("exports") // for the executable
    public static Optional<ScrubRecord> scrubbed(Path directory) {
        return ScrubRecord.of(directory);
    }

    /**
     * Makes the engine open again where the journal's end is damaged, by cutting it there. What is lost by that is told. Where
     * cutting does not help, nothing is changed.
     *
     * @param copy a directory that does not exist yet, for the files as they were before
     */
    public static Repair repair(Path directory, Path copy) {
        return repair(directory, copy, Progress.NONE);
    }

    /** The same, and tells how far it is. */
    public static Repair repair(Path directory, Path copy, Progress progress) {
        return Checkup.repair(directory, copy, progress);
    }
}
