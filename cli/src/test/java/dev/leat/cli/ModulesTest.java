package dev.leat.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Applications on the module path: they reach what is supported, and nothing else. */
class ModulesTest {
    /** The libraries and what they need, of all that is on the class path of the tests. */
    private static final Set<String> MODULES = Set.of(
            "dev.leat.api",
            "dev.leat.wire",
            "dev.leat.storage",
            "dev.leat.engine",
            "dev.leat.client",
            "dev.leat.outbox",
            "dev.leat.cache",
            "org.jspecify",
            "org.slf4j",
            "com.fasterxml.jackson.core",
            "com.github.benmanes.caffeine",
            "com.h2database",
            "rocksdbjni");

    @TempDir
    private Path directory;

    @Test
    void anEngineRunsOnTheModulePath() throws Exception {
        String program = """
                package app;

                import dev.leat.Leat;
                import dev.leat.api.stream.StreamConfig;
                import dev.leat.engine.Settings;
                import dev.leat.engine.figures.Figures;
                import dev.leat.engine.settings.Limits;
                import dev.leat.storage.StorageException;
                import dev.leat.storage.settings.StoreSettings;
                import java.nio.file.Path;

                public class Main {
                    public static void main(String[] args) throws StorageException {
                        Settings settings =
                                Settings.defaults().with(Limits.defaults()).with(StoreSettings.defaults());
                        try (Leat leat = Leat.open(Path.of(args[0]), settings)) {
                            leat.stream("orders").create(StreamConfig.json());
                            leat.stream("orders").append("{}");
                            Figures figures = leat.figures();
                            System.out.println(figures.state().phase() + " " + figures.stats().streams());
                        }
                    }
                }
                """;

        assertThat(compile("requires dev.leat.engine;", program)).isEmpty();
        assertThat(run(directory.resolve("data").toString())).isEqualTo("RUNNING 1");
    }

    @Test
    void aClientRunsOnTheModulePath() throws Exception {
        String program = """
                package app;

                import dev.leat.api.stream.DurableStream;
                import dev.leat.client.LeatClient;
                import java.net.http.HttpClient;

                public class Main {
                    public static void main(String[] args) {
                        try (LeatClient leat = LeatClient.builder("http://localhost:1")
                                .version(HttpClient.Version.HTTP_1_1)
                                .build()) {
                            DurableStream stream = leat.stream("orders");
                            System.out.println(stream.path());
                        }
                    }
                }
                """;

        assertThat(compile("requires dev.leat.client;", program)).isEmpty();
        assertThat(run()).isEqualTo("orders");
    }

    @Test
    void anOutboxWithACacheRunsOnTheModulePath() throws Exception {
        String program = """
                package app;

                import dev.leat.cache.LoadResult;
                import dev.leat.cache.TaggedCache;
                import dev.leat.outbox.Intent;
                import dev.leat.outbox.Outbox;
                import dev.leat.outbox.Schema;
                import java.time.Duration;
                import java.util.List;

                public class Main {
                    public static void main(String[] args) throws Exception {
                        TaggedCache<String, String> cache =
                                TaggedCache.<String, String>builder(Duration.ofMinutes(1)).build();
                        try (Outbox outbox = Outbox.inMemory().build()) {
                            Schema.check(outbox.source());
                            System.out.println(cache.get("a", List.of(Intent.tag("t")), key -> LoadResult.of("value of " + key)));
                        }
                    }
                }
                """;

        assertThat(compile("requires dev.leat.outbox; requires dev.leat.cache;", program))
                .isEmpty();
        assertThat(run()).isEqualTo("value of a");
    }

    @ParameterizedTest
    @CsvSource({
        "dev.leat.api, dev.leat.api.internal.Threads",
        "dev.leat.engine, dev.leat.engine.shard.ShardRunner",
        "dev.leat.engine, dev.leat.engine.queue.state.Queue",
        "dev.leat.engine, dev.leat.storage.journal.Journal",
        "dev.leat.storage, dev.leat.storage.store.Store",
        "dev.leat.client, dev.leat.client.transport.Transport",
        "dev.leat.wire, dev.leat.wire.JsonReader",
        "dev.leat.outbox, dev.leat.outbox.sql.Dialect",
        "dev.leat.outbox, dev.leat.outbox.relay.Relay"
    })
    void whatIsInternalIsOutOfReach(String module, String type) throws Exception {
        String program = "package app; public class Main { " + type + " internal; }";

        assertThat(compile("requires " + module + ";", program))
                .hasSize(1)
                .allSatisfy(error -> assertThat(error).contains("is not visible"));
        assertThat(Class.forName(type)).as("it is there, and only hidden").isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "mariadb", "postgresql", "sqlite"})
    void migrationToolsFindTheTables(String database) throws Exception {
        String program = """
                package app;

                public class Main {
                    public static void main(String[] args) {
                        System.out.println(Main.class.getClassLoader()
                                .getResource("dev/leat/outbox/schema/" + args[0] + "/V1__outbox.sql") != null);
                    }
                }
                """;

        assertThat(compile("requires dev.leat.outbox;", program)).isEmpty();
        assertThat(run(database)).isEqualTo("true");
    }

    /** Compiles a module {@code app} of one class; returns the errors. */
    private List<String> compile(String requires, String program) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options = List.of("--module-path", modulePath(), "-proc:none", "-d", classes());
        List<JavaFileObject> sources =
                List.of(source("module-info", "module app { " + requires + " }"), source("app/Main", program));
        compiler.getTask(null, null, found, options, null, sources).call();
        return found.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .map(diagnostic -> diagnostic.getMessage(Locale.ROOT))
                .toList();
    }

    private static JavaFileObject source(String name, String text) {
        return new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }

    /** Runs the module that was compiled; returns what it printed. */
    private String run(String... arguments) throws IOException, InterruptedException {
        Stream<String> command = Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=rocksdbjni",
                "--module-path",
                modulePath() + File.pathSeparator + classes(),
                "--add-modules",
                "rocksdbjni,com.h2database",
                "--module",
                "app/app.Main");
        Path errors = directory.resolve("errors");
        Process process = new ProcessBuilder(
                        Stream.concat(command, Stream.of(arguments)).toList())
                .redirectError(errors.toFile())
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
        return output.strip();
    }

    private String classes() {
        return directory.resolve("app").toString();
    }

    private static String modulePath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> ModuleFinder.of(Path.of(entry)).findAll().stream()
                        .anyMatch(module -> MODULES.contains(module.descriptor().name())))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
