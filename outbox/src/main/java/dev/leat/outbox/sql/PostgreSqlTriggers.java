package dev.leat.outbox.sql;

import java.util.List;

/** One function with the rights of its creator, and two triggers. All changes of a transaction have the same commit, which a setting of the transaction remembers. */
final class PostgreSqlTriggers extends TriggerSql {

    PostgreSqlTriggers(String namespace, String table, String reason) {
        super(namespace, table, reason);
    }

    @Override
    public List<String> create(List<Target> targets) {
        String body = """
                declare
                  ref uuid := nullif(current_setting('leat.commit_ref', true), '')::uuid;
                begin
                  if ref is null then
                    ref := gen_random_uuid();
                    perform set_config('leat.commit_ref', ref::text, true);
                  end if;
                  if tg_op = 'TRUNCATE' then
                    insert into ob_inval (ns, commit_ref, kind, reason) values (%s, ref, 'flush', %s);
                    return null;
                  end if;
                  if tg_op = 'INSERT' then
                %s  elsif tg_op = 'UPDATE' then
                %s  else
                %s  end if;
                  return null;
                end
                """.formatted(
                        literal(namespace), literal(reason), onInsert(targets), onUpdate(targets), onDelete(targets));
        String mark = mark(body);
        String run = " execute function " + name("") + "()";
        return List.of(
                "create function " + name("") + "() returns trigger language plpgsql as " + mark + "\n" + body + mark,
                definer(),
                "create trigger " + name("_row") + " after insert or update or delete on " + quotedTable()
                        + " for each row" + run,
                "create trigger " + name("_all") + " after truncate on " + quotedTable() + " for each statement" + run);
    }

    /**
     * A role that changes the table needs no rights on the outbox, nor its schema in the search path. Temporary tables come last in the
     * path, or any role could have the owner of the function write into one of its own.
     */
    private String definer() {
        return "do $ob$ begin execute 'alter function " + name("") + "() security definer set search_path = '"
                + " || (select quote_ident(n.nspname) from pg_class c join pg_namespace n on n.oid = c.relnamespace"
                + " where c.oid = 'ob_inval'::regclass) || ', pg_temp'; end $ob$";
    }

    @Override
    public List<String> drop() {
        return List.of(
                "drop trigger if exists " + name("_row") + " on " + quotedTable(),
                "drop trigger if exists " + name("_all") + " on " + quotedTable(),
                "drop function if exists " + name("") + "()");
    }

    /** A quotation mark that the body does not contain, whatever the namespace is called. */
    private static String mark(String body) {
        int number = 0;
        while (body.contains("$ob" + number + "$")) {
            number++;
        }
        return "$ob" + number + "$";
    }

    @Override
    String quote(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    @Override
    String text(String column) {
        return column + "::text";
    }

    @Override
    String concat(String first, String second) {
        return "(" + first + " || " + second + ")";
    }

    @Override
    String length(String text) {
        return "char_length(" + text + ")";
    }

    @Override
    String differs(String one, String other) {
        return "(" + one + " collate \"C\") is distinct from (" + other + " collate \"C\")";
    }

    @Override
    String extraColumns() {
        return ", commit_ref";
    }

    @Override
    String extraValues() {
        return ", ref";
    }
}
