package dev.leat.outbox.sql;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Triggers that write to {@code ob_inval}, in the words of one database. */
public abstract class TriggerSql {

    private static final int LONGEST_TARGET = 2000;
    private static final int LONGEST_NAME = 40;

    final String namespace;
    final String table;
    final String reason;

    TriggerSql(String namespace, String table, String reason) {
        this.namespace = namespace;
        this.table = table;
        this.reason = reason;
    }

    /**
     * Target of an invalidation that a change writes.
     *
     * @param prefix before the column's value; escaped already where the kind wants that
     * @param column null if it is the same for every row
     */
    public record Target(
            String kind, String prefix, @Nullable String column) {}

    /** @throws UnsupportedOperationException where triggers are not written in SQL */
    public static TriggerSql of(Dialect dialect, String namespace, String table, String reason) {
        return switch (dialect.name()) {
            case "postgresql" -> new PostgreSqlTriggers(namespace, table, reason);
            case "mariadb" -> new MariaDbTriggers(namespace, table, reason);
            case "sqlite" -> new SqliteTriggers(namespace, table, reason);
            default ->
                throw new UnsupportedOperationException(
                        "triggers of " + dialect.name() + " are Java classes: call OutboxTx.invalidate instead");
        };
    }

    public abstract List<String> create(List<Target> targets);

    public abstract List<String> drop();

    abstract String quote(String name);

    abstract String text(String column);

    abstract String concat(String first, String second);

    abstract String length(String text);

    /** Whether two texts differ in any byte; null differs from every text. */
    abstract String differs(String one, String other);

    String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** Columns that an insert sets besides its own, and their values. */
    String extraColumns() {
        return "";
    }

    String extraValues() {
        return "";
    }

    /** Where a query without a table has to be from to have a condition. */
    String fromNothing() {
        return "";
    }

    final String quotedTable() {
        return Arrays.stream(table.split("\\.")).map(this::quote).collect(Collectors.joining("."));
    }

    /** The same for the same table and namespace, and short enough for every database. */
    final String name(String suffix) {
        String plain = table.replaceAll("[^A-Za-z0-9_]", "_");
        String hash = Integer.toHexString(KeyHash.of(namespace + "/" + table));
        return quote("ob_" + plain.substring(0, Math.min(plain.length(), LONGEST_NAME)) + "_" + hash + suffix);
    }

    final String onInsert(List<Target> targets) {
        return targets.stream().map(target -> insert(target, "new", "")).collect(Collectors.joining());
    }

    final String onDelete(List<Target> targets) {
        return targets.stream().map(target -> insert(target, "old", "")).collect(Collectors.joining());
    }

    /** The old target, and the new one where it is another; caches have to forget both. */
    final String onUpdate(List<Target> targets) {
        return targets.stream()
                .map(target -> target.column() == null
                        ? insert(target, "new", "")
                        : insert(target, "old", "")
                                + insert(
                                        target, "new", " and " + differs(target(target, "old"), target(target, "new"))))
                .collect(Collectors.joining());
    }

    private String insert(Target target, String row, String condition) {
        String text = target(target, row);
        String fits = length(text) + " <= " + LONGEST_TARGET;
        return "  insert into ob_inval (ns, kind, target, reason" + extraColumns() + ")\n    select "
                + literal(namespace)
                + ", case when " + fits + " then " + literal(target.kind()) + " else 'flush' end, case when " + fits
                + " then "
                + text + " else '' end, " + literal(reason) + extraValues() + fromNothing()
                + (target.column() == null
                        ? ""
                        : "\n    where " + named(target, row + "." + quote(target.column())) + condition)
                + ";\n";
    }

    /** A target or an id without a character is none, and no cache can have a value under it. */
    private String named(Target target, String column) {
        boolean named = !target.prefix().isEmpty() && !target.kind().equals("entity");
        return column + " is not null" + (named ? "" : " and " + length(text(column)) + " > 0");
    }

    private String target(Target target, String row) {
        if (target.column() == null) {
            return literal(target.prefix());
        }
        String value = text(row + "." + quote(target.column()));
        String segment =
                target.kind().equals("entity") ? "replace(replace(" + value + ", '%', '%25'), ':', '%3A')" : value;
        return target.prefix().isEmpty() ? segment : concat(literal(target.prefix()), segment);
    }
}
