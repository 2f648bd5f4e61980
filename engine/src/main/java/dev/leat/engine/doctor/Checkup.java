package dev.leat.engine.doctor;

import dev.leat.engine.doctor.Finding.Severity;
import dev.leat.storage.InUseException;
import dev.leat.storage.LayoutException;
import dev.leat.storage.Progress;
import dev.leat.storage.layout.DataDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Gets hold of a data directory for an examination or a repair. One that cannot be opened is a finding, unless it is in use. */
public final class Checkup {
    private static final Counters NOTHING = new Counters(0, 0, 0, 0, 0, 0, 0);

    private Checkup() {}

    public static Report examine(Path root, Progress progress) {
        return with(
                root,
                DataDirectory::inspect,
                directory -> new Examination(directory, progress).examine(),
                report -> report);
    }

    public static Repair repair(Path root, Path copy, Progress progress) {
        return with(
                root,
                DataDirectory::mend,
                directory -> new Surgery(directory, progress).operate(copy),
                report -> new Repair(report, null, 0, report));
    }

    private static <T> T with(
            Path root,
            Function<Path, DataDirectory> open,
            Function<DataDirectory, T> work,
            Function<Report, T> unopened) {
        try (DataDirectory directory = open.apply(root)) {
            return work.apply(directory);
        } catch (InUseException e) {
            throw e;
        } catch (LayoutException e) {
            if (!DataDirectory.exists(root)) {
                throw e;
            }
            Finding finding = new Finding(
                    Severity.PROBLEM,
                    String.valueOf(e.getMessage()),
                    "everything: no engine opens the directory like this, and nothing else was examined",
                    "do what the message says");
            return unopened.apply(new Report(root, List.of(finding), NOTHING, false, null));
        }
    }
}
