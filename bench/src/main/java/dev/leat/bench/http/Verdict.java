package dev.leat.bench.http;

import dev.leat.bench.run.Measured;
import dev.leat.bench.run.Result;
import dev.leat.bench.run.SpeedTarget;
import dev.leat.bench.run.Spread;
import dev.leat.bench.run.TextReport;
import dev.leat.bench.run.Unit;
import java.util.List;

/**
 * A measured figure beside its reference.
 *
 * @param reference what the reference is; empty if the figure itself has to reach the target
 */
record Verdict(String label, Unit unit, Measured ours, Measured theirs, String reference, SpeedTarget target) {
    static final List<String> COLUMNS =
            List.of("row", "unit", "measured", "reference", "", "ratio", "target", "remarks");

    boolean isComplete() {
        return ours.isComplete() && theirs.isComplete();
    }

    /** The same for programs. */
    Result result() {
        return new Result(label, unit, reference.isEmpty() ? List.of(ours) : List.of(ours, theirs));
    }

    List<String> cells() {
        boolean complete = isComplete();
        boolean alone = reference.isEmpty();
        Spread ratio = !complete ? new Spread(Double.NaN, 0, 0) : alone ? ours.figure() : ours.ratiosTo(theirs);
        return List.of(
                label,
                unit.toString(),
                TextReport.figure(ours, unit),
                alone ? "–" : TextReport.figure(theirs, unit),
                reference,
                complete && !alone ? ratio.text("%.2f") : "–",
                target.verdict(ratio.median()),
                remarks());
    }

    private String remarks() {
        String mine = String.join("; ", ours.remarks());
        String other = String.join("; ", theirs.remarks());
        return other.isEmpty() || other.equals(mine) ? mine : mine + " (reference: " + other + ")";
    }
}
