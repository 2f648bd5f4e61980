package dev.leat.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.leat.bench.Main;
import dev.leat.bench.http.client.Server;
import dev.leat.http.access.Access;
import dev.leat.http.access.AccessSettings;
import dev.leat.http.access.ApiKey;
import dev.leat.http.access.KeyFile;
import dev.leat.http.access.Scope;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandIT {
    private static final List<String> TINY = List.of(
            "--seconds=0.02",
            "--warmup=0.02",
            "--rounds=1",
            "--connections=1,2",
            "--readers=1",
            "--followers=2",
            "--idle=10",
            "--mib=1",
            "--json-mib=1");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void everyWorkloadGetsALine() {
        try (Started server = Started.plain()) {
            int status =
                    bench("--only=append,json,idempotent,catchup,catchup-json,sse,long-poll,idle,create", server.url());

            assertThat(err.toString()).doesNotContain("Exception");
            assertThat(out.toString()).doesNotContain("FAILED").doesNotContain("not 2xx");
            assertThat(out.toString().lines()).hasSize(2 + 12);
            assertThat(status).isZero();
            assertThat(server.streams()).isZero();
        }
    }

    @Test
    void severalServersStandSideBySide() {
        try (Started one = Started.plain();
                Started other = Started.plain()) {
            int status = bench("--only=append", "one=" + one.url(), "other=" + other.url());

            assertThat(status).isZero();
            assertThat(out.toString().lines().findFirst().orElseThrow()).contains("one", "other", "other ÷ one");
        }
    }

    @Test
    void programsGetJson() throws IOException {
        try (Started server = Started.plain()) {
            bench("--only=append,sse", "--json", server.url());

            int windows = 0;
            try (JsonParser json = new JsonFactory().createParser(out.toString())) {
                while (json.nextToken() != null) {
                    windows += "figure".equals(json.currentName())
                                    && json.currentToken().isNumeric()
                            ? 1
                            : 0;
                }
            }
            assertThat(windows).isEqualTo(3);
        }
    }

    @Test
    void aServerThatIsNotThereCannotBeMeasured() {
        int status = bench("--only=append", "http://127.0.0.1:1");

        assertThat(status).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .isEqualTo(String.format("bench: no server at 127.0.0.1:1; start one with ./leat serve%n"));
    }

    @Test
    void aServerThatWantsAKeyIsMeasuredWithOne(@TempDir Path directory) throws IOException {
        String key = ApiKey.generate();
        Path keys = directory.resolve("keys.json");
        Files.writeString(keys, KeyFile.write(List.of(ApiKey.of("bench", key, List.of(Scope.parse("*:*"))))));
        Path file = Files.writeString(directory.resolve("key"), key + "\n");
        try (Access access = Access.from(AccessSettings.none().withKeyFile(keys));
                Started server = Started.guarded(access)) {
            int without = bench("--only=append", server.url());
            int with = bench("--only=append,sse,create", "--api-key-file=" + file, "--server=" + server.url());

            assertThat(without).isEqualTo(2);
            assertThat(err.toString()).contains("answered 401 to PUT", "--api-key-file");
            assertThat(with).as("%s", err).isZero();
            assertThat(out.toString()).doesNotContain("FAILED").doesNotContain("not 2xx");
            assertThat(server.streams()).isZero();
        }
    }

    @Test
    void serversAndReferencesAreNotMeasuredTogether() {
        assertThat(bench("--references", "http://127.0.0.1:1")).isEqualTo(2);
        assertThat(err.toString()).startsWith("give either the URL of a server or --references");
    }

    @Test
    void referencesAreStartedAndMeasured(@TempDir Path data) {
        int status = bench("--references", "--data=" + data);

        assertThat(out.toString()).doesNotContain("FAILED").doesNotContain("not 2xx");
        assertThat(out.toString().lines()).hasSize(2 + 6);
        assertThat(status).isZero();
        assertThat(data).isEmptyDirectory();
    }

    private int bench(String... arguments) {
        List<String> all = new ArrayList<>(TINY);
        all.addAll(List.of(arguments));
        return Main.ofServers(Server.STANDARD, null, false)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
    }
}
