package dev.leat.cli.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.Databases;
import dev.leat.outbox.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** What is printed is the same on every database, and compared with golden files; -Dgolden=DIR writes what it is now. */
@ParameterizedClass
@EnumSource(
        value = Databases.class,
        names = {"POSTGRESQL", "SQLITE", "H2"})
class OutboxCommandTest {

    private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z";

    @Parameter
    Databases kind;

    @TempDir
    Path temp;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private TestDatabase database;

    /** Five dead rows, one that waits and one that is claimed, in one namespace. */
    @BeforeEach
    void open() throws SQLException {
        database = kind.open();
        dead("orders", "'a'", 12, "java.net.ConnectException: no route to host");
        dead("orders", "'b'", 3, "dev.shop.BadOrder: 100% wrong\n\tat line two");
        dead("orders", "'b'", 12, "java.net.ConnectException: no route to host");
        dead("mail", "null", 1, "undecodable: written with the codec zip");
        dead("mail", "'c'", 12, "java.net.ConnectException: no route to host");
        database.execute("insert into ob_event(ns, route) values ('shop', 'orders')");
        database.execute("insert into ob_event(ns, route, state, attempts) values ('shop', 'mail', 1, 1)");
        database.execute("insert into ob_route(ns, route, paused) values ('shop', 'mail', 1)");
    }

    private void dead(String route, String key, int attempts, String error) throws SQLException {
        database.execute("insert into ob_event(ns, route, okey, state, attempts, last_error) values ('shop', '" + route
                + "', " + key + ", 3, " + attempts + ", '" + error + "')");
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void theStatusOfEveryRoute() throws IOException {
        assertThat(outbox("status")).isEqualTo(1);
        assertGolden("status.txt");
    }

    @Test
    void theStatusAsJson() throws IOException {
        assertThat(outbox("status", "--json")).isEqualTo(1);
        assertGolden("status.json");
    }

    @Test
    void theStatusOfSeveralNamespacesAndOfOneRoute() throws SQLException {
        database.execute("insert into ob_event(ns, route) values ('other', 'audit')");

        assertThat(outbox("status")).isEqualTo(1);
        assertThat(out.toString()).contains("other ", "shop ");
        assertThat(outbox("status", "--namespace", "other", "--route", "audit")).isZero();
        assertThat(outbox("status", "--namespace", "other", "--route", "none")).isZero();
        assertThat(out.toString()).endsWith(String.format("No rows, and no route has handed any on.%n"));
    }

    @Test
    void deadRows() throws IOException {
        assertThat(outbox("dead")).isEqualTo(1);
        assertGolden("dead.txt");
    }

    @Test
    void deadRowsAsJson() throws IOException {
        assertThat(outbox("dead", "--route", "mail", "--json")).isEqualTo(1);
        assertGolden("dead.json");
    }

    @Test
    void deadRowsPageByPageAndByFilter() {
        assertThat(outbox("dead", "--after", "1", "--limit", "2", "--route", "orders"))
                .isEqualTo(1);
        assertThat(out.toString()).endsWith(String.format("There may be more: --after 3%n"));
        assertThat(outbox("dead", "--error-contains", "100_")).isZero();
        assertThat(outbox("dead", "--older-than", "1h")).isZero();
        assertThat(out.toString()).endsWith(String.format("No dead rows.%n"));
    }

    @Test
    void oneRowIsRequeued() throws SQLException {
        assertThat(outbox("requeue", "2")).isZero();
        assertThat(out.toString()).isEqualTo(String.format("1 row requeued.%n"));
        assertThat(outbox("requeue", "2")).isEqualTo(1);
        assertThat(out.toString()).endsWith(String.format("No such row is dead.%n"));
        assertThat(count("seq = 2 and state = 0 and attempts = 0")).isOne();
        assertThat(count("state = 3")).isEqualTo(4);
    }

    @Test
    void rowsAreRequeuedByFilter() throws SQLException {
        assertThat(outbox("requeue", "--route", "orders", "--error-contains", "no route"))
                .isZero();
        assertThat(count("route = 'orders' and state = 0")).isEqualTo(3);
        assertThat(outbox("requeue", "--key", "c", "--older-than", "1h")).isEqualTo(1);
        assertThat(outbox("requeue", "--all", "--json")).isZero();
        assertThat(out.toString()).endsWith(String.format("{%n  \"requeued\" : 3%n}%n"));
        assertThat(count("state = 3")).isZero();
    }

    @Test
    void rowsAreDiscarded() throws SQLException {
        assertThat(outbox("discard", "1")).isZero();
        assertThat(outbox("discard", "6")).isEqualTo(1);
        assertThat(outbox("discard", "--route", "mail")).isEqualTo(2);
        assertThat(err.toString()).contains("add --yes");
        assertThat(count("state = 3")).isEqualTo(4);
        assertThat(outbox("discard", "--route", "mail", "--yes")).isZero();
        assertThat(out.toString()).endsWith(String.format("2 rows discarded.%n"));
        assertThat(count("state = 3")).isEqualTo(2);
        assertThat(count("state < 3")).isEqualTo(2);
    }

    @Test
    void nobodyIsMeantByAccident() throws SQLException {
        assertThat(outbox("requeue")).isEqualTo(2);
        assertThat(outbox("requeue", "1", "--route", "orders")).isEqualTo(2);
        assertThat(outbox("requeue", "--all", "--route", "orders")).isEqualTo(2);
        assertThat(outbox("dead", "--older-than", "soon")).isEqualTo(2);
        assertThat(outbox("dead", "--limit", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("'soon' is no time");
        database.execute("insert into ob_event(ns, route) values ('other', 'audit')");
        assertThat(outbox("requeue", "1")).isEqualTo(2);
        assertThat(err.toString()).contains("there are several namespaces (other, shop)");
        assertThat(count("state = 3")).isEqualTo(5);
    }

    @Test
    void missingTablesAreNamedWithTheirFile() {
        try (TestDatabase empty = kind.openEmpty()) {
            // H2 and SQLite have a database only once somebody has connected.
            assertThat(number(empty)).isOne();

            assertThat(run(empty.url(), "status")).isEqualTo(2);

            assertThat(err.toString())
                    .startsWith("outbox status: no outbox tables here")
                    .contains("schema/" + kind.name().toLowerCase(java.util.Locale.ROOT) + "/V1__outbox.sql");
            assertThat(out.toString()).isEmpty();
        }
    }

    private static long number(TestDatabase empty) {
        try {
            return empty.number("select 1");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void tablesOfAnotherVersionAreLeftAlone() throws SQLException {
        database.execute("update ob_meta set v = '7' where k = 'version'");

        assertThat(outbox("requeue", "--all")).isEqualTo(2);
        assertThat(err.toString()).contains("have version 7", "update");
        assertThat(count("state = 3")).isEqualTo(5);
    }

    @Test
    void aDatabaseThatIsNotThereIsNotMade() {
        Path file = temp.resolve("none.db");
        String url = switch (kind) {
            case SQLITE -> "jdbc:sqlite:" + file;
            case H2 -> "jdbc:h2:" + file;
            default -> "jdbc:postgresql://127.0.0.1:1/none?password=secret";
        };

        assertThat(run(url, "status")).isEqualTo(2);

        assertThat(err.toString()).contains("cannot connect to jdbc:").doesNotContain("secret");
        assertThat(temp).isEmptyDirectory();
    }

    private long count(String condition) throws SQLException {
        return database.number("select count(*) from ob_event where " + condition);
    }

    private int outbox(String command, String... args) {
        return run(database.url(), command, args);
    }

    private int run(String url, String command, String... args) {
        List<String> line = new ArrayList<>(List.of(command, "--jdbc", url));
        line.addAll(List.of(args));
        return new CommandLine(new OutboxCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(line.toArray(String[]::new));
    }

    private void assertGolden(String name) throws IOException {
        String said = out.toString().replaceAll(TIME, "YYYY-MM-DDTHH:MM:SSZ");
        String write = System.getProperty("golden");
        if (write != null) {
            Files.writeString(Path.of(write, name), said);
        }
        try (InputStream in = OutboxCommandTest.class.getResourceAsStream("/outbox/" + name)) {
            assertThat(said)
                    .isEqualTo(new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8));
        }
        assertThat(err.toString()).isEmpty();
    }
}
