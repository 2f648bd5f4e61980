package dev.leat.cli;

import dev.leat.cli.console.DisplayText;
import dev.leat.cli.console.ErrorReport;
import dev.leat.cli.console.ProgressBar;
import dev.leat.engine.Doctor;
import dev.leat.engine.doctor.Loss;
import dev.leat.engine.doctor.Repair;
import dev.leat.engine.doctor.Report;
import dev.leat.engine.scrub.ScrubRecord;
import dev.leat.storage.InUseException;
import dev.leat.storage.Progress;
import dev.leat.storage.StorageException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code leat doctor}: checks a data directory, and repairs a damaged journal on request. */
@Command(
        name = "doctor",
        description = {
            "Examines a data directory that no engine has open: every checksum, and whether journal, archive and store fit"
                    + " together. Changes nothing, unless --repair is given. Of a directory in use it tells what the scrub of its"
                    + " engine has found.",
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeOnExecutionException = 2,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything is sound",
            "1:problems were found, by the scrub if the directory is in use, or were repaired with a loss",
            "2:could not look: the directory is in use, or is no data directory",
        })
final class DoctorCommand implements Callable<Integer> {
    private static final int SOUND = 0;
    private static final int PROBLEMS = 1;
    private static final int COULD_NOT_LOOK = 2;

    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final InstantSource clock;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "the data directory")
    private Path directory = Path.of("");

    @Option(
            names = "--repair",
            description = {
                "If the journal is damaged: copy what is changed to DIR.before-repair-TIME, cut the journal where the damage"
                        + " begins, or begin it anew where it cannot be cut, and tell what was lost. Without --repair, what would"
                        + " be lost is told beforehand."
            })
    private boolean repair;

    @Option(names = "--json", description = "Print the report as JSON.")
    private boolean json;

    DoctorCommand(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public Integer call() {
        try {
            return repair ? repair() : check();
        } catch (InUseException e) {
            ErrorReport.print(spec, json, "could not look: " + e.getMessage());
            return repair
                    ? COULD_NOT_LOOK
                    : Doctor.scrubbed(directory).map(this::print).orElse(COULD_NOT_LOOK);
        } catch (StorageException e) {
            ErrorReport.print(spec, json, "could not look: " + e.getMessage());
            return COULD_NOT_LOOK;
        }
    }

    private int check() {
        Report report = watched(progress -> Doctor.check(directory, progress));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            new DoctorJson(out).print(report);
        } else {
            new DoctorText(out).print(report);
        }
        out.flush();
        return report.isSound() ? SOUND : PROBLEMS;
    }

    /** Prints the record of the scrub: an engine has the directory open, so it cannot be checked here. */
    private int print(ScrubRecord record) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            new DoctorJson(out).print(directory, record);
        } else {
            new DoctorText(out).print(record);
        }
        out.flush();
        return record.damage().isEmpty() ? COULD_NOT_LOOK : PROBLEMS;
    }

    private int repair() {
        Repair done = watched(progress -> Doctor.repair(directory, copy(), progress));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            new DoctorJson(out).print(done);
        } else {
            new DoctorText(out).print(done);
        }
        out.flush();
        Loss loss = done.loss();
        boolean lost = loss != null && loss.isAny();
        boolean lostUnseen = done.isChanged() && !done.before().isSound();
        return !lost && !lostUnseen && done.after().isSound() ? SOUND : PROBLEMS;
    }

    /** Runs the work with a progress bar, which is removed before anything else is printed. */
    private <T> T watched(Function<Progress, T> work) {
        try (ProgressBar bar = ProgressBar.of(spec, DisplayText::bytes)) {
            return work.apply(bar::at);
        }
    }

    /** Returns the path of the copy: beside the directory, because a data directory holds no other files. */
    private Path copy() {
        Path whole = directory.toAbsolutePath().normalize();
        return whole.resolveSibling(whole.getFileName() + ".before-repair-" + TIMESTAMP.format(clock.instant()));
    }
}
