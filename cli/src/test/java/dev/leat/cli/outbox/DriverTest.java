package dev.leat.cli.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.Databases;
import dev.leat.outbox.TestDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Where drivers come from, and who is told what when there is none. */
class DriverTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path temp;

    @Test
    void aDriverIsLoadedFromItsJar() throws SQLException, URISyntaxException {
        Path jar = Path.of(org.mariadb.jdbc.Driver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (TestDatabase database = Databases.MARIADB.open()) {
            database.execute("insert into ob_event(ns, route, state) values ('shop', 'orders', 3)");

            int code = outbox("dead", "--jdbc", database.url(), "--driver", jar.toString());

            assertThat(err.toString()).isEmpty();
            assertThat(code).isEqualTo(1);
            assertThat(out.toString()).contains("orders");
        }
    }

    @Test
    void whoHasNoDriverIsToldHowToGiveOne() {
        assertThat(outbox("status", "--jdbc", "jdbc:oracle:thin:@//127.0.0.1/x"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("no driver for jdbc:oracle: here").contains("--driver");
    }

    @Test
    void aJarWithoutTheDriverIsNoHelp() throws Exception {
        Path jar = Files.writeString(temp.resolve("x.jar"), "no jar");

        assertThat(outbox("status", "--jdbc", "jdbc:oracle:thin:@//127.0.0.1/x", "--driver", jar.toString()))
                .isEqualTo(2);
        assertThat(outbox("status", "--jdbc", "jdbc:oracle:thin:@//127.0.0.1/x", "--driver", "/nowhere.jar"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("no driver in " + jar).contains("there is no driver at /nowhere.jar");
    }

    @Test
    void aPasswordIsReadFromAFileAndNotGuessed() throws Exception {
        try (TestDatabase database = Databases.POSTGRESQL.open()) {
            Path file = Files.writeString(temp.resolve("password"), "secret\n");

            assertThat(outbox(
                            "status",
                            "--jdbc",
                            database.url(),
                            "--user",
                            "postgres",
                            "--password-file",
                            file.toString()))
                    .isZero();
            assertThat(outbox("status", "--jdbc", database.url(), "--password-env", "LEAT_NO_SUCH_VARIABLE"))
                    .isEqualTo(2);
            assertThat(outbox("status", "--jdbc", database.url(), "--password-file", "/nowhere"))
                    .isEqualTo(2);
        }
        assertThat(err.toString())
                .contains("the environment has no variable LEAT_NO_SUCH_VARIABLE")
                .contains("cannot read the password from /nowhere");
    }

    @Test
    void somethingThatIsNoUrlIsSaid() {
        assertThat(outbox("status", "--jdbc", "localhost:5432")).isEqualTo(2);
        assertThat(err.toString()).contains("begins with jdbc:");
    }

    private int outbox(String... args) {
        return new CommandLine(new OutboxCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
