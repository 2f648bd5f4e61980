package dev.leat.outbox.sql;

import java.util.List;

/** Three triggers. Each invalidation has a commit of its own, because nothing lives as long as a transaction. */
final class SqliteTriggers extends TriggerSql {

    SqliteTriggers(String namespace, String table, String reason) {
        super(namespace, table, reason);
    }

    @Override
    public List<String> create(List<Target> targets) {
        return List.of(
                create("_insert", onInsert(targets)),
                create("_update", onUpdate(targets)),
                create("_delete", onDelete(targets)));
    }

    private String create(String suffix, String body) {
        return "create trigger " + name(suffix) + " after " + suffix.substring(1) + " on " + quotedTable()
                + " for each row begin\n" + body + "end";
    }

    @Override
    public List<String> drop() {
        return List.of(
                "drop trigger if exists " + name("_insert"),
                "drop trigger if exists " + name("_update"),
                "drop trigger if exists " + name("_delete"));
    }

    @Override
    String quote(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    @Override
    String text(String column) {
        return "cast(" + column + " as text)";
    }

    @Override
    String concat(String first, String second) {
        return "(" + first + " || " + second + ")";
    }

    @Override
    String length(String text) {
        return "length(" + text + ")";
    }

    @Override
    String differs(String one, String other) {
        return "(" + one + ") collate binary is not (" + other + ")";
    }
}
