package dev.leat.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.cli.console.CommandEnvironment;
import dev.leat.http.access.Access;
import dev.leat.http.access.AccessSettings;
import dev.leat.http.access.Action;
import dev.leat.http.access.Caller;
import dev.leat.http.access.KeyFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path directory;

    @Test
    void aKeyThatIsAddedToAFileOpensTheServer() throws IOException {
        String orders = create("orders", "--scope", "read:orders/**", "--scope", "append:orders/1");
        String admin = create("admin", "--scope", "*:*");

        try (Access access = Access.from(AccessSettings.none().withKeyFile(file()))) {
            Caller caller = access.authenticate("Bearer " + orders).resultNow();
            assertThat(caller.name()).isEqualTo("key:orders");
            assertThat(caller.may(Action.READ, "orders/2")).isTrue();
            assertThat(caller.may(Action.APPEND, "orders/2")).isFalse();
            assertThat(access.authenticate("Bearer " + admin).resultNow().may(Action.ADMIN, ""))
                    .isTrue();
        }
        assertThat(Files.readString(file())).doesNotContain(orders, admin);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(directory).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void withoutAFileTheEntryIsPrinted() {
        int status = leat("key", "create", "orders", "--scope", "read:orders/**");

        assertThat(status).isZero();
        assertThat(out.toString())
                .containsPattern("\nleat_[A-Za-z0-9_-]{43}\n")
                .contains("\"name\" : \"orders\"", "\"sha256\" : \"", "\"read:orders/**\"");
    }

    @Test
    void programsGetTheKeyAndItsEntryAsJson() throws IOException {
        assertThat(leat("key", "create", "orders", "--scope", "read:*", "--json", "--file", file().toString()))
                .isZero();

        assertThat(out.toString().lines().findFirst()).hasValue("{");
        assertThat(out.toString())
                .containsPattern("\"key\" : \"leat_[A-Za-z0-9_-]{43}\"")
                .contains("\"entry\" :", "\"name\" : \"orders\"", "\"sha256\" : \"");
        assertThat(err.toString()).isEmpty();
        assertThat(KeyFile.parse(Files.readAllBytes(file()))).hasSize(1);
    }

    @Test
    void aNameThatIsTakenChangesNothing() throws IOException {
        create("orders", "--scope", "read:orders/**");
        String before = Files.readString(file());

        int status = leat("key", "create", "orders", "--scope", "read:*", "--file", file().toString());

        assertThat(status).isEqualTo(2);
        assertThat(err.toString()).contains("orders is there twice");
        assertThat(Files.readString(file())).isEqualTo(before);
        assertThat(directory).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void aFlawedFileIsNotTouched() throws IOException {
        Files.writeString(file(), "{");

        int status = leat("key", "create", "orders", "--scope", "read:*", "--file", file().toString());

        assertThat(status).isEqualTo(2);
        assertThat(Files.readString(file())).isEqualTo("{");
    }

    @Test
    void twoChangesAtOnceAreRefused() throws IOException {
        Files.createFile(directory.resolve("keys.json.new"));

        int status = leat("key", "create", "orders", "--scope", "read:*", "--file", file().toString());

        assertThat(status).isEqualTo(2);
        assertThat(err.toString()).contains("keys.json.new is there");
        assertThat(out.toString()).isEmpty();
        assertThat(directory.resolve("keys.json.new")).exists();
        assertThat(file()).doesNotExist();
    }

    @Test
    void aMalformedScopeIsAUsageErrorAndNoKeyIsShown() {
        int status = leat("key", "create", "orders", "--scope", "write:orders");

        assertThat(status).isEqualTo(2);
        assertThat(err.toString()).startsWith("malformed scope \"write:orders\"");
        assertThat(out.toString()).isEmpty();
    }

    private String create(String name, String... scopes) {
        out.getBuffer().setLength(0);
        String[] args = new String[scopes.length + 5];
        args[0] = "key";
        args[1] = "create";
        args[2] = name;
        System.arraycopy(scopes, 0, args, 3, scopes.length);
        args[args.length - 2] = "--file";
        args[args.length - 1] = file().toString();
        assertThat(leat(args)).as("%s", err).isZero();
        assertThat(out.toString()).matches("leat_[A-Za-z0-9_-]{43}\\R");
        return out.toString().strip();
    }

    private int leat(String... args) {
        return Main.commandLine(CommandEnvironment.ofProcess())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    private Path file() {
        return directory.resolve("keys.json");
    }
}
