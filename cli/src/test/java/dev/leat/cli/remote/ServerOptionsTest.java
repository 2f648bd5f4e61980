package dev.leat.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.cli.Main;
import dev.leat.cli.console.CommandEnvironment;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import dev.leat.http.access.AccessSettings;
import dev.leat.http.access.ApiKey;
import dev.leat.http.access.KeyFile;
import dev.leat.http.access.Scope;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom commands ask, and as whom. */
class ServerOptionsTest {
    private final String key = ApiKey.generate();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Leat leat = Leat.inMemory();
    private Access access;
    private LeatServer server;
    private Path keyFile;

    @BeforeEach
    void start(@TempDir Path temp) throws IOException {
        ApiKey entry = ApiKey.of("shell", key, List.of(Scope.parse("create:*"), Scope.parse("read:shop/**")));
        Path file = Files.writeString(temp.resolve("keys.json"), KeyFile.write(List.of(entry)));
        keyFile = Files.writeString(temp.resolve("key"), key + "\n");
        access = Access.from(AccessSettings.none().withKeyFile(file));
        server = LeatServer.start(
                leat.engine(),
                ServerSettings.defaults().withPort(0).withEventLoops(1),
                access,
                new SimpleMeterRegistry());
    }

    @AfterEach
    void stop() {
        server.close();
        access.close();
        leat.close();
    }

    @Test
    void whoBringsNoKeyIsRefused() {
        assertThat(leat(Map.of(), "stream", "create", "shop/a", "--server", url()))
                .isEqualTo(1);

        assertThat(err.toString()).startsWith("leat stream create: ").endsWith(line("(credentials-refused)"));
    }

    @Test
    void aKeyComesFromAFileOrTheEnvironment() {
        assertThat(leat(
                        Map.of(),
                        "stream",
                        "create",
                        "shop/a",
                        "--server",
                        url(),
                        "--api-key-file",
                        keyFile.toString()))
                .isZero();
        assertThat(leat(environment(key), "stream", "create", "shop/b")).isZero();

        assertThat(out.toString())
                .isEqualTo(line("created shop/a (application/octet-stream)")
                        + line("created shop/b (application/octet-stream)"));
    }

    @Test
    void whatAKeyMayNotIsRefusedAndTheKeyIsNotTold() {
        assertThat(leat(environment(key), "stream", "delete", "shop/a", "--json"))
                .isEqualTo(1);

        assertThat(err.toString())
                .contains("\"type\":\"urn:leat:problem:access-refused\"", "\"status\":403")
                .doesNotContain(key);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aListHasWhatMayBeRead() {
        assertThat(leat(environment(key), "stream", "create", "other")).isZero();
        assertThat(leat(environment(key), "stream", "create", "shop/a")).isZero();
        out.getBuffer().setLength(0);

        assertThat(leat(environment(key), "stream", "list", "--limit", "1")).isZero();

        assertThat(out.toString()).isEqualTo(line("shop/a"));
    }

    @Test
    void backupsNeedTheScopeAdmin() {
        assertThat(leat(environment(key), "backup", "one")).isEqualTo(1);

        assertThat(err.toString()).isEqualTo(line("leat backup: key:shell may not admin this (access-refused)"));
    }

    private Map<String, String> environment(String apiKey) {
        return Map.of("LEAT_SERVER", url(), "LEAT_API_KEY", apiKey);
    }

    private String url() {
        return "http://127.0.0.1:" + server.port();
    }

    private static String line(String text) {
        return text + System.lineSeparator();
    }

    private int leat(Map<String, String> environment, String... args) {
        return Main.commandLine(CommandEnvironment.ofProcess().with(environment))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
