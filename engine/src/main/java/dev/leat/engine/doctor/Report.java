package dev.leat.engine.doctor;

import dev.leat.engine.doctor.Finding.Severity;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an examination came to.
 *
 * @param opens whether an engine opens the directory as it is
 * @param loss what cutting the journal at its damage would lose; null if it is not damaged, or the loss cannot be determined
 */
public record Report(
        Path directory,
        List<Finding> findings,
        Counters counters,
        boolean opens,
        @Nullable Loss loss) {

    public boolean isSound() {
        return problems().isEmpty();
    }

    /** The problems, a line each. */
    public List<String> problems() {
        return findings.stream()
                .filter(finding -> finding.severity() == Severity.PROBLEM)
                .map(finding -> finding.what() + " (affects " + finding.affected() + ")")
                .toList();
    }
}
