package dev.leat.outbox;

import dev.leat.outbox.sql.Dialect;
import dev.leat.outbox.sql.TriggerSql;
import dev.leat.outbox.sql.TriggerSql.Target;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

/**
 * Generator of triggers that invalidate whenever a table changes, also by programs that know nothing of the outbox. Immutable.
 *
 * <pre>{@code
 * Triggers.on("shop", "orders").entity("order", "id").collection("orders").sql("postgresql")
 * }</pre>
 *
 * <p>Every change of a row writes its own invalidations: of the old values, of the new ones where they differ, or of both. A column
 * that is null invalidates nothing, nor does an empty one that would be the whole target or id; a value too long for the outbox flushes. For PostgreSQL, MariaDB, MySQL and SQLite: triggers of H2
 * are Java classes, so there the application has to call {@link OutboxTx#invalidate}.
 *
 * <p>What databases do without firing triggers is not seen: {@code truncate} on MariaDB and MySQL, changes by their foreign keys, and
 * what {@code insert or replace} deletes on SQLite unless {@code recursive_triggers} is on. On PostgreSQL {@code truncate} flushes.
 */
public final class Triggers {

    private final String namespace;
    private final String table;
    private final String reason;
    private final List<Target> targets;

    private Triggers(String namespace, String table, String reason, List<Target> targets) {
        this.namespace = namespace;
        this.table = table;
        this.reason = reason;
        this.targets = targets;
    }

    /** @param table as it is written in SQL, perhaps with its schema before a dot */
    public static Triggers on(String namespace, String table) {
        TextLimits.text("table", table, TextLimits.NAME * 2);
        return new Triggers(
                TextLimits.text("namespace", namespace, TextLimits.NAME), table, "trigger on " + table, List.of());
    }

    /** The key {@code prefix} followed by the column's value. */
    public Triggers key(String prefix, String column) {
        return with(new Target("key", prefix, column));
    }

    /** One tag for every change. */
    public Triggers tag(String tag) {
        return with(new Target("tag", tag, null));
    }

    /** The tag {@code prefix} followed by the column's value. */
    public Triggers tag(String prefix, String column) {
        return with(new Target("tag", prefix, column));
    }

    /** The entity whose id is the column's value. */
    public Triggers entity(String entity, String column) {
        return with(new Target("entity", Intent.escape(entity) + ":", column));
    }

    /** One collection for every change. */
    public Triggers collection(String name) {
        return with(new Target("collection", name, null));
    }

    /** Written beside each invalidation instead of the table's name. */
    public Triggers reason(String text) {
        return new Triggers(namespace, table, TextLimits.text("reason", text, TextLimits.REASON), targets);
    }

    /** The statements that create the triggers, and replace earlier ones. */
    public List<String> sql(String dialect) {
        if (targets.isEmpty()) {
            throw new IllegalStateException("triggers on " + table + " would invalidate nothing");
        }
        return Stream.concat(dropSql(dialect).stream(), writer(dialect).create(targets).stream())
                .toList();
    }

    /** The statements that remove the triggers. */
    public List<String> dropSql(String dialect) {
        return writer(dialect).drop();
    }

    /** Creates the triggers, in the transaction of the connection where the database can. */
    public void install(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : sql(Dialect.of(connection).name())) {
                statement.execute(sql);
            }
        }
    }

    private TriggerSql writer(String dialect) {
        return TriggerSql.of(Dialect.named(dialect), namespace, table, reason);
    }

    private Triggers with(Target target) {
        TextLimits.optional(target.kind(), target.prefix(), TextLimits.TARGET);
        return new Triggers(
                namespace,
                table,
                reason,
                Stream.concat(targets.stream(), Stream.of(target)).toList());
    }
}
