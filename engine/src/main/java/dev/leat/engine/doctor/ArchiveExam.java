package dev.leat.engine.doctor;

import dev.leat.api.stream.Offset;
import dev.leat.engine.archive.ArchiveRow.SegmentUse;
import dev.leat.engine.figures.Damage;
import dev.leat.storage.Progress;
import dev.leat.storage.StorageException;
import dev.leat.storage.archive.ArchiveCheck;
import dev.leat.storage.archive.Run;
import dev.leat.storage.archive.Segment;
import dev.leat.storage.settings.ArchiveSettings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares the archive with what the store says about it: segments, runs, and the book of what is used. */
final class ArchiveExam {
    private static final String RESTORE = "restore a backup; everything else stays readable";

    private final Path directory;
    private final List<Segment> known;
    private final Inventory inventory;
    private final Findings findings;
    private final Progress progress;
    private final Set<Integer> damaged = new HashSet<>(); // segments about which enough was said

    /** @param known the segments that the store relies on */
    ArchiveExam(Path directory, List<Segment> known, Inventory inventory, Findings findings, Progress progress) {
        this.directory = directory;
        this.known = known;
        this.inventory = inventory;
        this.findings = findings;
        this.progress = progress;
    }

    void examine() {
        try (ArchiveCheck archive = ArchiveCheck.of(directory, ArchiveSettings.defaults(), known)) {
            known.forEach(segment -> whole(archive, segment));
            if (inventory.complete) {
                verifyAll(archive);
                known.forEach(segment -> scan(archive, segment));
            }
            surplus(archive);
        } catch (StorageException e) {
            findings.refusal(e, "the archive: no engine opens it like this", "do what the message says");
        }
        if (inventory.whole) {
            book();
        }
    }

    private void whole(ArchiveCheck archive, Segment segment) {
        try {
            archive.requireWhole(segment);
        } catch (StorageException e) {
            damaged.add(segment.id());
            findings.refusal(
                    e,
                    "every message in this segment, and the engine: it does not open without it",
                    "put the file back, or restore a backup");
        }
    }

    private void verifyAll(ArchiveCheck archive) {
        long total = inventory.runs.stream().mapToLong(Run::length).sum();
        long done = 0;
        for (Run run : inventory.runs) {
            progress.at("archive", done, total);
            verify(archive, run);
            done += run.length();
        }
        progress.at("archive", done, total);
        inventory.runsCompared = true;
    }

    private void verify(ArchiveCheck archive, Run run) {
        if (!inventory.segments.containsKey(run.segment())) {
            findings.damaged(new Damage.OfRun(run));
            findings.problem(
                    "the store says that there is " + run + ", but knows no such segment", messages(run), RESTORE);
        } else if (archive.has(run.segment())) {
            try {
                archive.verify(run);
            } catch (StorageException e) {
                damaged.add(run.segment());
                findings.damaged(new Damage.OfRun(run));
                findings.problem(e, messages(run), RESTORE);
            }
        } else {
            findings.damaged(new Damage.OfRun(run));
            findings.problem("the segment of " + run + " is missing", messages(run), RESTORE);
        }
    }

    private String messages(Run run) {
        return inventory.name(run.owner()) + ", offsets " + new Offset(Math.max(0, run.start())) + " to "
                + new Offset(Math.max(0, run.end()));
    }

    /** What is not used any more may be damaged; but it must be possible to walk over it. */
    private void scan(ArchiveCheck archive, Segment segment) {
        if (!damaged.contains(segment.id())) {
            try {
                archive.scan(segment.id(), run -> {});
            } catch (StorageException e) {
                findings.problem(
                        e,
                        "no message, but the space of this segment cannot be reclaimed, and the engine stumbles over it"
                                + " when it tries",
                        "restore a backup before the segment is to be reclaimed");
            }
        }
    }

    private void surplus(ArchiveCheck archive) {
        long surplus = archive.surplus();
        if (surplus > 0) {
            findings.note(
                    "the archive has " + surplus + " bytes that the store does not know, left by a checkpoint that was"
                            + " not finished or by a segment that was dropped",
                    "nothing",
                    "nothing to do: the next start removes them");
        }
    }

    private void book() {
        Map<Integer, Long> used = new HashMap<>();
        inventory.runs.forEach(run -> used.merge(run.segment(), (long) run.length(), Long::sum));
        for (SegmentUse use : inventory.segments.values()) {
            long expected = used.getOrDefault(use.segment(), 0L);
            if (use.live() != expected) {
                findings.problem(
                        "the store says that " + use.live() + " bytes of segment " + use.segment()
                                + " are used, but its runs have " + expected,
                        "no message, but the segment is reclaimed too late or too early",
                        Findings.RESTORE);
            }
        }
    }
}
