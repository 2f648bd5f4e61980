package dev.leat.bench.run;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** The results as a table for readers: medians with the extremes of the windows, and ratios to the first server. */
public final class TextReport {
    private static final String NONE = "–";

    private final List<String> servers;

    /** @param servers what to call those that were measured, in order */
    public TextReport(List<String> servers) {
        this.servers = servers;
    }

    public void print(List<Result> results, PrintWriter out) {
        Markdown table = new Markdown(columns());
        results.forEach(result -> table.row(cells(result)));
        table.print(out);
    }

    private List<String> columns() {
        List<String> columns = new ArrayList<>(List.of("workload", "unit"));
        for (String server : servers) {
            columns.add(server);
            columns.add("p50 / p99 ms");
        }
        for (String server : servers.subList(1, servers.size())) {
            columns.add(server + " ÷ " + servers.getFirst());
        }
        columns.add("remarks");
        return columns;
    }

    private List<String> cells(Result result) {
        List<String> cells =
                new ArrayList<>(List.of(result.label(), result.unit().toString()));
        for (Measured measured : result.servers()) {
            cells.add(figure(measured, result.unit()));
            cells.add(latency(measured));
        }
        Measured first = result.servers().getFirst();
        for (Measured measured : result.servers().subList(1, servers.size())) {
            boolean both = first.isComplete() && measured.isComplete();
            cells.add(both ? measured.ratiosTo(first).text("%.2f") : NONE);
        }
        cells.add(remarks(result));
        return cells;
    }

    public static String figure(Measured measured, Unit unit) {
        if (!measured.isComplete()) {
            return NONE;
        }
        return measured.windows().size() == 1
                ? String.format(unit.format(), measured.figure().median())
                : measured.figure().text(unit.format());
    }

    private static String latency(Measured measured) {
        if (!measured.isComplete() || Double.isNaN(measured.median(Window::p50))) {
            return NONE;
        }
        return String.format("%.2f / %.2f", measured.median(Window::p50), measured.median(Window::p99));
    }

    private String remarks(Result result) {
        List<String> remarks = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            String name = servers.size() == 1 ? "" : servers.get(i) + ": ";
            result.servers().get(i).remarks().forEach(remark -> remarks.add(name + remark));
        }
        return String.join("; ", remarks);
    }
}
