package dev.leat.cli.console;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A table as text: numbers are aligned to the right, and the last column is not padded. */
public final class TextTable {
    private final List<List<String>> lines = new ArrayList<>();

    public TextTable(String... names) {
        lines.add(List.of(names));
    }

    public void line(String... cells) {
        lines.add(List.of(cells));
    }

    public void print(PrintWriter out) {
        for (int line = 0; line < lines.size(); line++) {
            StringBuilder text = new StringBuilder();
            for (int column = 0; column < lines.get(line).size(); column++) {
                String cell = lines.get(line).get(column);
                String padding = " ".repeat(width(column) - cell.length());
                text.append(column == 0 ? "" : "  ").append(isNumber(column) ? padding + cell : cell + padding);
            }
            out.println(text.toString().stripTrailing());
        }
    }

    private int width(int column) {
        return lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
    }

    private boolean isNumber(int column) {
        return lines.stream()
                .skip(1)
                .map(line -> line.get(column))
                .allMatch(cell -> cell.chars().allMatch(Character::isDigit));
    }
}
