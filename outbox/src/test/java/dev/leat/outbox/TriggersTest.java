package dev.leat.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Real triggers, on the databases whose triggers are SQL. */
@ParameterizedClass
@EnumSource(value = Databases.class, mode = EnumSource.Mode.EXCLUDE, names = "H2")
class TriggersTest {

    private static final String NASTY = "it's $ob0$ a\\b\"c`; drop";

    @Parameter
    Databases kind;

    private TestDatabase database;

    @BeforeEach
    void open() throws SQLException {
        database = kind.open();
        database.execute("create table orders (id int primary key, code varchar(3000), note varchar(20))");
    }

    @AfterEach
    void close() throws Exception {
        Fixture.close(database);
    }

    private void install(Triggers triggers) throws SQLException {
        try (Connection connection = database.getConnection()) {
            triggers.install(connection);
        }
    }

    /** What was written since the last call, in order. */
    private List<String> written() throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery("select ns, kind, target, reason from ob_inval order by seq")) {
                while (row.next()) {
                    assertThat(row.getString("ns")).isEqualTo("shop");
                    rows.add(Intent.of(row.getString("kind"), row.getString("target"))
                            .toString());
                }
            }
            statement.executeUpdate("delete from ob_inval");
        }
        return rows;
    }

    private static String entity(String id) {
        return Intent.entity("order", id).toString();
    }

    @Test
    void everyKindOfChangeInvalidates() throws SQLException {
        install(Triggers.on("shop", "orders")
                .entity("order", "id")
                .key("order/", "code")
                .tag("note-", "note")
                .tag("changed")
                .collection("orders"));

        database.execute("insert into orders values (7, 'x', null)");
        assertThat(written())
                .containsExactlyInAnyOrder(
                        entity("7"),
                        Intent.key("order/x").toString(),
                        Intent.tag("changed").toString(),
                        Intent.collection("orders").toString());
        database.execute("delete from orders");
        assertThat(written()).hasSize(4).contains(entity("7"));
    }

    @Test
    void aRowChangedTwiceInvalidatesTwice() throws SQLException {
        install(Triggers.on("shop", "orders").entity("order", "id"));
        database.execute("insert into orders values (7, 'x', null)");
        written();

        for (int i = 0; i < 3; i++) {
            database.execute("update orders set note = 'n" + i + "' where id = 7");
        }
        database.execute("update orders set note = 'n2' where id = 7");

        assertThat(written()).hasSize(4).containsOnly(entity("7"));
    }

    @Test
    void aChangedKeyInvalidatesTheOldAndTheNewOne() throws SQLException {
        install(Triggers.on("shop", "orders").entity("order", "id").key("", "code"));
        database.execute("insert into orders values (7, 'x', null)");
        written();

        database.execute("update orders set id = 8, code = 'X' where id = 7");

        assertThat(written())
                .containsExactlyInAnyOrder(
                        entity("7"),
                        entity("8"),
                        Intent.key("x").toString(),
                        Intent.key("X").toString());
    }

    @Test
    void aKeyThatComesFromOrGoesToNullInvalidatesTheOther() throws SQLException {
        install(Triggers.on("shop", "orders").key("", "code"));
        database.execute("insert into orders values (7, null, null)");
        assertThat(written()).isEmpty();

        database.execute("update orders set code = 'x'");
        assertThat(written()).containsExactly(Intent.key("x").toString());
        database.execute("update orders set code = null");
        assertThat(written()).containsExactly(Intent.key("x").toString());
    }

    @Test
    void segmentsAreEscapedAsTheApplicationDoes() throws SQLException {
        install(Triggers.on("shop", "orders").entity("ord:er", "code"));

        database.execute("insert into orders values (7, 'a:b%3A', null)");

        assertThat(written()).containsExactly(Intent.entity("ord:er", "a:b%3A").toString());
    }

    @Test
    void aValueThatIsTooLongFlushes() throws SQLException {
        install(Triggers.on("shop", "orders").entity("order", "code"));

        database.execute("insert into orders values (7, '" + "x".repeat(2500) + "', null)");

        assertThat(written()).containsExactly(Intent.flush().toString());
    }

    @Test
    void aRollbackLeavesNothing() throws SQLException {
        install(Triggers.on("shop", "orders").entity("order", "id"));
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("insert into orders values (7, 'x', null)");
            connection.rollback();
        }

        assertThat(written()).isEmpty();
    }

    @Test
    void namesAreOnlyNames() throws SQLException {
        install(Triggers.on(NASTY, "orders").reason(NASTY).tag(NASTY));

        database.execute("insert into orders values (7, 'x', null)");

        assertThat(database.text("select ns from ob_inval")).isEqualTo(NASTY);
        assertThat(database.text("select target from ob_inval")).isEqualTo(NASTY);
        assertThat(database.text("select reason from ob_inval")).isEqualTo(NASTY);
    }

    @Test
    void installingAgainReplacesAndDroppingRemoves() throws SQLException {
        Triggers triggers = Triggers.on("shop", "orders").entity("order", "id");
        install(triggers);
        install(triggers);
        install(Triggers.on("shop2", "orders").collection("orders"));
        database.execute("insert into orders values (7, 'x', null)");
        assertThat(database.number("select count(*) from ob_inval")).isEqualTo(2);

        for (String sql : triggers.dropSql(kind.name().toLowerCase(java.util.Locale.ROOT))) {
            database.execute(sql);
        }
        database.execute("insert into orders values (8, 'x', null)");

        assertThat(database.number("select count(*) from ob_inval")).isEqualTo(3);
    }

    @Test
    void aTransactionIsOneCommitWhereTheDatabaseCanTell() throws SQLException {
        install(Triggers.on("shop", "orders").entity("order", "id"));
        for (int i = 0; i < 2; i++) {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.executeUpdate("insert into orders values (" + (i * 2) + ", 'x', null)");
                statement.executeUpdate("insert into orders values (" + (i * 2 + 1) + ", 'x', null)");
                connection.commit();
            }
        }

        assertThat(database.number("select count(distinct commit_ref) from ob_inval"))
                .isEqualTo(kind == Databases.POSTGRESQL ? 2 : 4);
    }

    @Test
    void truncatingFlushesWhereTriggersSeeIt() throws SQLException {
        assumeThat(kind).isEqualTo(Databases.POSTGRESQL);
        install(Triggers.on("shop", "orders").entity("order", "id"));

        database.execute("truncate orders");

        assertThat(written()).containsExactly(Intent.flush().toString());
    }

    @Test
    void h2IsToldToCallTheApi() {
        assertThatThrownBy(() -> Triggers.on("shop", "orders").tag("x").sql("h2"))
                .hasMessageContaining("Java classes");
    }

    @Test
    void anEmptyValueThatWouldBeTheWholeTargetInvalidatesNothing() throws SQLException {
        install(Triggers.on("shop", "orders")
                .entity("order", "code")
                .key("", "code")
                .tag("", "note")
                .tag("note-", "note"));

        database.execute("insert into orders values (7, '', '')");
        assertThat(written()).containsExactly(Intent.tag("note-").toString());
        database.execute("update orders set code = 'x'");
        assertThat(written())
                .containsExactlyInAnyOrder(
                        entity("x"),
                        Intent.key("x").toString(),
                        Intent.tag("note-").toString());
        database.execute("update orders set code = ' '");
        assertThat(written()).hasSize(5).contains(entity("x"), entity(" "));
    }

    @Test
    void whoeverChangesTheTableNeedsNeitherRightsNorAPathToTheOutbox() throws SQLException {
        assumeThat(kind).isEqualTo(Databases.POSTGRESQL);
        install(Triggers.on("shop", "orders").entity("order", "id"));
        String clerk = "clerk_" + System.nanoTime();
        database.execute("create role " + clerk);
        database.execute("grant insert, update, truncate on orders to " + clerk);
        database.execute("create schema elsewhere");

        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("set local search_path = elsewhere");
            statement.execute("set local role " + clerk);
            statement.execute("create temporary table ob_inval (ns text, kind text, target text, reason text)");
            statement.execute("insert into public.orders values (7, 'x', null)");
            statement.execute("insert into public.orders values (8, 'x', null)");
            statement.execute("truncate public.orders");
            connection.commit();
        }
        database.execute("drop table if exists pg_temp.ob_inval");

        assertThat(database.number("select count(distinct commit_ref) from public.ob_inval"))
                .isOne();
        assertThat(database.number("select count(*) from public.ob_inval")).isEqualTo(3);
    }
}
