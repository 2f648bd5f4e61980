package dev.leat.bench;

import java.util.ArrayList;
import java.util.List;

/** Prints rows as they come, in a form that can go into a document. */
final class ResultTable {
    private final List<Integer> widths = new ArrayList<>();

    ResultTable(String title, String... columns) {
        System.out.println();
        System.out.println(title);
        System.out.println();
        for (String column : columns) {
            widths.add(column.length());
        }
        row(columns);
        StringBuilder rule = new StringBuilder("|");
        for (int width : widths) {
            rule.append("-".repeat(width + 1)).append(":|");
        }
        System.out.println(rule);
    }

    void row(String... cells) {
        StringBuilder line = new StringBuilder("|");
        for (int i = 0; i < cells.length; i++) {
            String padding = " ".repeat(Math.max(0, widths.get(i) - cells[i].length()));
            line.append(' ').append(padding).append(cells[i]).append(" |");
        }
        System.out.println(line);
    }
}
