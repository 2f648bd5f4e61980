package dev.leat.outbox.sql;

import java.util.List;
import java.util.stream.Collectors;

/** The plain form of an insert, which three of four databases share. */
final class InsertValues {

    private InsertValues() {}

    static String insert(String table, List<Dialect.Column> columns, int rows) {
        String names = columns.stream().map(Dialect.Column::name).collect(Collectors.joining(", "));
        String row = row(columns);
        return "insert into " + table + " (" + names + ") values " + row + (", " + row).repeat(rows - 1);
    }

    private static String row(List<Dialect.Column> columns) {
        return columns.stream().map(Dialect.Column::expression).collect(Collectors.joining(", ", "(", ")"));
    }
}
