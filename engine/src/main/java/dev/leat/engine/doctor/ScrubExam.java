package dev.leat.engine.doctor;

import dev.leat.engine.figures.Damage;
import dev.leat.engine.scrub.ScrubRecord;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares what the scrub of an engine had recorded with what this examination has found. */
final class ScrubExam {
    private final Findings findings;

    ScrubExam(Findings findings) {
        this.findings = findings;
    }

    /** @param whole whether the examination has seen everything: then what it did not find is not there any more */
    void examine(Path directory, boolean whole) {
        Set<String> found = findings.all().stream().map(Finding::what).collect(Collectors.toSet());
        for (Damage damage : ScrubRecord.of(directory).orElse(ScrubRecord.NONE).damage()) {
            if (!found.contains(damage.what())) {
                report(damage, whole);
            }
        }
    }

    private void report(Damage damage, boolean whole) {
        String recorded = "on " + damage.found() + " the scrub found: " + damage.what();
        if (whole) {
            findings.note(
                    recorded,
                    "nothing now: it was repaired, is not used any more, or the disk has read it right this time",
                    "look after the disk; the next start forgets it");
        } else {
            findings.problem(recorded, damage.affected(), damage.wayOut());
        }
    }
}
