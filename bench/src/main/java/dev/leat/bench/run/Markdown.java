package dev.leat.bench.run;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A table that can go into a document and be read as it is. */
public final class Markdown {
    private final List<List<String>> rows = new ArrayList<>();

    public Markdown(List<String> columns) {
        rows.add(columns);
    }

    public void row(List<String> cells) {
        rows.add(cells);
    }

    public void print(PrintWriter out) {
        List<Integer> widths = widths();
        for (int row = 0; row < rows.size(); row++) {
            out.println(text(rows.get(row), widths));
            if (row == 0) {
                out.println(rule(widths));
            }
        }
    }

    private List<Integer> widths() {
        List<Integer> widths = new ArrayList<>();
        for (int column = 0; column < rows.getFirst().size(); column++) {
            int index = column;
            widths.add(
                    rows.stream().mapToInt(row -> row.get(index).length()).max().orElse(0));
        }
        return widths;
    }

    private static String text(List<String> cells, List<Integer> widths) {
        StringBuilder line = new StringBuilder("|");
        for (int i = 0; i < cells.size(); i++) {
            String padding = " ".repeat(widths.get(i) - cells.get(i).length());
            line.append(' ')
                    .append(i == 0 ? cells.get(i) + padding : padding + cells.get(i))
                    .append(" |");
        }
        return line.toString();
    }

    private static String rule(List<Integer> widths) {
        StringBuilder line = new StringBuilder("|");
        for (int i = 0; i < widths.size(); i++) {
            line.append("-".repeat(widths.get(i) + 1)).append(i == 0 ? "-|" : ":|");
        }
        return line.toString();
    }
}
