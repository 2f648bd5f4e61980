package dev.leat.bench.outbox;

import dev.leat.bench.run.Markdown;
import dev.leat.bench.run.Measured;
import dev.leat.bench.run.SpeedTarget;
import dev.leat.bench.run.TextReport;
import dev.leat.bench.run.Unit;
import dev.leat.bench.run.Window;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** One table: medians with the extremes of the windows, and ratios of windows of the same round beside their targets. */
final class OutboxReport {

    private static final String NONE = "–";

    private final Markdown table = new Markdown(
            List.of("workload", "unit", "who", "median (extremes)", "p50 / p99 ms", "÷ alone", "÷ peer", "target"));
    private boolean complete = true;

    /** A contender that was measured, and what its ratio to the peer (or to business alone) has to be. */
    record Row(String name, Measured measured, SpeedTarget toAlone, SpeedTarget toPeer) {}

    /** @param rows business alone and the peer come before those that are compared with them */
    void add(String workload, Unit unit, List<Row> rows, List<Measured> alone, List<Measured> peer) {
        for (Row row : rows) {
            complete &= row.measured().failure() == null;
            List<String> cells = new ArrayList<>(List.of(workload, unit.toString(), row.name()));
            cells.add(TextReport.figure(row.measured(), unit));
            cells.add(latency(row.measured()));
            cells.add(ratio(row.measured(), alone));
            cells.add(ratio(row.measured(), peer));
            cells.add(verdict(row, alone, peer));
            table.row(cells);
        }
    }

    boolean isComplete() {
        return complete;
    }

    void print(PrintWriter out) {
        table.print(out);
        out.flush();
    }

    private static String latency(Measured measured) {
        if (!measured.isComplete() || Double.isNaN(measured.median(Window::p50))) {
            return NONE;
        }
        return String.format("%.2f / %.2f", measured.median(Window::p50), measured.median(Window::p99));
    }

    private static String ratio(Measured measured, List<Measured> other) {
        return isComparable(measured, other)
                ? measured.ratiosTo(other.getFirst()).text("%.2f")
                : NONE;
    }

    private static boolean isComparable(Measured measured, List<Measured> other) {
        return !other.isEmpty()
                && !measured.equals(other.getFirst())
                && measured.isComplete()
                && other.getFirst().isComplete();
    }

    private static String verdict(Row row, List<Measured> alone, List<Measured> peer) {
        if (row.measured().failure() != null) {
            return "FAILED: " + row.measured().failure();
        }
        List<String> verdicts = new ArrayList<>();
        if (row.toAlone().sense() != SpeedTarget.Sense.NONE && isComparable(row.measured(), alone)) {
            verdicts.add("alone " + row.toAlone().verdict(median(row, alone)));
        }
        if (row.toPeer().sense() != SpeedTarget.Sense.NONE && isComparable(row.measured(), peer)) {
            verdicts.addAll(toPeer(row, peer.getFirst()));
        }
        return verdicts.isEmpty() ? NONE : String.join(", ", verdicts);
    }

    private static List<String> toPeer(Row row, Measured peer) {
        if (row.toPeer().sense() == SpeedTarget.Sense.AT_LEAST) {
            return List.of(
                    "peer " + row.toPeer().verdict(row.measured().ratiosTo(peer).median()));
        }
        return List.of(
                sooner("p50", row.measured(), peer, Window::p50), sooner("p99", row.measured(), peer, Window::p99));
    }

    /** Ahead only if it is in the middle of all rounds, and in the middle of the rounds one by one. */
    private static String sooner(String label, Measured measured, Measured peer, ToDoubleFunction<Window> part) {
        boolean ahead = measured.median(part) < peer.median(part)
                && measured.ratiosTo(peer, part).median() < 1;
        return label + " < peer " + (ahead ? "ok" : "MISSED");
    }

    private static double median(Row row, List<Measured> other) {
        return row.measured().ratiosTo(other.getFirst()).median();
    }
}
