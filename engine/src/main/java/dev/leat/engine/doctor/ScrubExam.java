package dev.leat.engine.doctor;

import dev.leat.engine.archive.RunIndex;
import dev.leat.engine.figures.Damage;
import dev.leat.engine.scrub.ScrubRecord;
import dev.leat.storage.archive.Run;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * Compares what the scrub of an engine had recorded with what this examination has found. Both are about the same if they are about the
 * same part: their words differ with the way in which the damage was met, and with how the directory was named.
 */
final class ScrubExam {
    private final Findings findings;
    private final Inventory inventory;

    ScrubExam(Findings findings, Inventory inventory) {
        this.findings = findings;
        this.inventory = inventory;
    }

    void examine(Path directory) {
        for (Damage damage : ScrubRecord.of(directory).orElse(ScrubRecord.NONE).damage()) {
            if (!isTold(damage.place())) {
                report(damage, wasCompared(damage.place()));
            }
        }
    }

    private boolean isTold(Damage.Place place) {
        return findings.isDamaged(place) || (place instanceof Damage.OfRun(Run run) && findings.isDamaged(entry(run)));
    }

    private static Damage.Place entry(Run run) {
        return new Damage.OfEntry(HexFormat.of().formatHex(RunIndex.key(run)));
    }

    /** Whether the examination has read all parts of the kind: then what it did not find is not there any more. */
    private boolean wasCompared(Damage.Place place) {
        return switch (place) {
            case Damage.OfRun run -> inventory.runsCompared;
            case Damage.OfTable table -> inventory.tablesCompared;
            case Damage.OfEntry entry -> inventory.complete;
        };
    }

    private void report(Damage damage, boolean compared) {
        String recorded = "on " + damage.found() + " the scrub found: " + damage.what();
        if (compared) {
            findings.note(
                    recorded,
                    "nothing now: it was repaired, is not used any more, or the disk has read it right this time",
                    "look after the disk; the next start forgets it");
        } else {
            findings.problem(recorded, damage.affected(), damage.wayOut());
        }
    }
}
