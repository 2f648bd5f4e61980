package dev.leat.outbox.sql;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** Three triggers. Each invalidation has a commit of its own, because nothing lives as long as a transaction. */
final class MariaDbTriggers extends TriggerSql {

    MariaDbTriggers(String namespace, String table, String reason) {
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
        return "`" + name.replace("`", "``") + "`";
    }

    /** What a backslash means depends on the server's mode; what digits mean does not. */
    @Override
    String literal(String text) {
        return text.indexOf('\\') < 0
                ? super.literal(text)
                : "convert(x'" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + "' using utf8mb4)";
    }

    @Override
    String text(String column) {
        return "cast(" + column + " as char character set utf8mb4)";
    }

    @Override
    String concat(String first, String second) {
        return "concat(" + first + ", " + second + ")";
    }

    @Override
    String length(String text) {
        return "char_length(" + text + ")";
    }

    @Override
    String differs(String one, String other) {
        return "not (cast(" + one + " as binary) <=> cast(" + other + " as binary))";
    }

    @Override
    String fromNothing() {
        return " from dual";
    }
}
