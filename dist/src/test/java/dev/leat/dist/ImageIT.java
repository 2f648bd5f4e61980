package dev.leat.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The image that the build made does what the executable does, wherever it is put. */
@Execution(ExecutionMode.CONCURRENT)
class ImageIT {

    @TempDir
    private Path temp;

    @Test
    void anImageServesFromWhereverItsArchiveIsUnpacked() throws Exception {
        Path elsewhere = Files.createDirectory(temp.resolve("with a space"));
        Program.of("tar", "-C", elsewhere.toString(), "-xzf", Made.archive().toString())
                .run();
        Image moved = new Image(elsewhere.resolve(Made.image().home().getFileName()));

        try (Server server = Server.start(moved.launcher(), temp, Map.of("LEAT_JAVA_OPTS", insisting(moved)))) {
            new TypicalUse(server.port()).all();

            assertThat(server.stop()).isZero();
            assertThat(server.log()).contains("stopped by SIGTERM").doesNotContain("[warning]", "[error]");
        }
    }

    @Test
    void nothingIsUnpackedByAStart() throws Exception {
        Path scratch = Files.createDirectory(temp.resolve("scratch"));
        Image image = Made.image();

        try (Server server = Server.start(
                image.launcher(), temp, Map.of("LEAT_JAVA_OPTS", "-XX:-UsePerfData -Djava.io.tmpdir=" + scratch))) {
            try (Stream<Path> unpacked = Files.list(scratch)) {
                assertThat(unpacked).isEmpty();
            }
            assertThat(mapped(server))
                    .contains("/lib/native/librocksdbjni-", "/lib/native/libnetty_transport_native_epoll_");
        }
    }

    @Test
    void aLauncherCanBeLinkedTo() throws Exception {
        Path link = Files.createSymbolicLink(temp.resolve("leat"), Made.image().launcher());

        assertThat(Program.of(link, "--version").run()).startsWith("leat ");
    }

    @Test
    void aCopyWithOtherTimesStartsWithoutItsCacheAndSaysSoBesideItsOutput() throws Exception {
        Image made = Made.image();
        Program.of("cp", "-r", made.home().toString(), temp.toString()).run();
        Image copy = new Image(temp.resolve(made.home().getFileName()));

        Process process = Program.of(copy.launcher(), "version", "--json")
                .builder()
                .redirectErrorStream(false)
                .start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("{");
        assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("[warning]");
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void databasesOfOutboxesAreReached() throws Exception {
        Process process = Program.of(
                        Made.image().launcher(), "outbox", "status", "--jdbc", "jdbc:sqlite:" + temp.resolve("db"))
                .builder()
                .start();

        // The database is not there, but it is its native library that says so.
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("SQLITE_CANTOPEN");
    }

    @Test
    void olderJdksMakeAnImageWithAnArchiveOfClasses() throws Exception {
        Jdk jdk = Jdk.running();
        assumeTrue(jdk.cannotLink().isEmpty(), "this JDK makes no image: the build says why");
        Image image = Image.make(jdk, StartCache.CDS, Made.JAR, Made.FILES, temp.resolve("image"));

        try (Server server = Server.start(image.launcher(), temp, Map.of("LEAT_JAVA_OPTS", "-Xshare:on"))) {
            assertThat(mapped(server)).contains("/lib/leat.jsa");
            assertThat(server.stop()).isZero();
            assertThat(server.log()).doesNotContain("[warning]", "[error]");
        }
    }

    /** The option with which Java does not start if it cannot use the cache. */
    private static String insisting(Image image) {
        return Files.exists(image.lib().resolve(StartCache.AOT.file())) ? "-XX:AOTMode=on" : "-Xshare:on";
    }

    /** The files that a process has in its memory. */
    private static String mapped(Server server) throws IOException {
        Path maps = Path.of("/proc", String.valueOf(server.pid()), "maps");
        assumeTrue(Files.exists(maps), "only Linux tells which files a process has in its memory");
        return Files.readString(maps);
    }
}
