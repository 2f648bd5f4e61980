package dev.leat.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import dev.leat.cli.console.CommandEnvironment;
import dev.leat.engine.EmbeddedEngine;
import dev.leat.engine.Settings;
import dev.leat.storage.journal.JournalCheck;
import dev.leat.storage.settings.JournalSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the doctor prints is compared with golden files; -Dgolden=DIR writes what it says now into a directory. */
class DoctorCommandTest {
    private static final Settings SETTINGS =
            Settings.defaults().withShards(4).withThreads(1).with(new JournalSettings(1 << 20, 64 << 10, 1));

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path temp;

    private Path directory;

    /** As a kill leaves it: three streams at the checkpoint, and more in the journal. */
    @BeforeEach
    void live() throws IOException {
        directory = temp.resolve("data");
        Path live = temp.resolve("live");
        try (Leat leat = Leat.open(live, SETTINGS)) {
            leat.stream("a").create(StreamConfig.text().with(Body.of("first")));
            leat.stream("b").create(StreamConfig.text().with(Body.of("b0")));
            leat.stream("d").create(StreamConfig.text());
            ((EmbeddedEngine) leat.engine()).checkpoint();
            leat.stream("a").append("kept");
            leat.stream("a").append("damaged");
            leat.stream("a").append(Body.of("lost"), new ProducerStamp("p", 3, 0));
            leat.stream("b").close(Body.of("last"));
            leat.stream("c").create(StreamConfig.text().with(Body.of("new")));
            leat.stream("d").delete();
            copy(live, directory);
        }
    }

    @Test
    void aSoundDirectory() {
        assertThat(leat("doctor", directory.toString())).isZero();
        assertGolden("sound.txt");
    }

    @Test
    void aDamagedArchive() throws IOException {
        flip(directory.resolve("archive/0000000001.archive"), 62);

        assertThat(leat("doctor", directory.toString())).isEqualTo(1);
        assertGolden("archive.txt");
    }

    @Test
    void aDamagedJournal() throws IOException {
        damageJournal();

        assertThat(leat("doctor", directory.toString())).isEqualTo(1);
        assertGolden("journal.txt");
    }

    @Test
    void aDamagedJournalAsJson() throws IOException {
        damageJournal();

        assertThat(leat("doctor", directory.toString(), "--json")).isEqualTo(1);
        assertGolden("journal.json");
    }

    @Test
    void aRepair() throws IOException {
        damageJournal();

        assertThat(leat("doctor", "--repair", directory.toString())).isEqualTo(1);
        assertGolden("repair.txt");
        Leat.open(directory, SETTINGS).close();
    }

    @Test
    void aRepairAsJson() throws IOException {
        damageJournal();

        assertThat(leat("doctor", "--repair", "--json", directory.toString())).isEqualTo(1);
        assertGolden("repair.json");
    }

    @Test
    void aRepairOfATornTailCutsWhatIsNotWhole() throws IOException {
        flip(
                directory.resolve("journal/0000000000000000.journal"),
                frameStarts().getLast() + 45);

        assertThat(leat("doctor", "--repair", directory.toString())).isZero();
        assertThat(out.toString()).contains("Cut: frames that are not whole.").endsWith("Everything is sound.\n");
    }

    @Test
    void aDamagedListOfTheFilesOfTheStoreIsAProblem() throws IOException {
        for (Path file : listOfFiles()) {
            flip(file, 40);
        }

        assertThat(leat("doctor", directory.toString())).isEqualTo(1);
        assertThat(out.toString())
                .contains(
                        "PROBLEM: ",
                        "MANIFEST-",
                        "way out  restore a backup",
                        "No engine opens the directory like this.")
                .doesNotContain("Run `leat doctor`");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aMissingCurrentFileOfTheStoreIsAProblemThatARepairLeavesAlone() throws IOException {
        Files.delete(directory.resolve("store/CURRENT"));

        assertThat(leat("doctor", "--repair", directory.toString())).isEqualTo(1);
        assertThat(out.toString()).contains("CURRENT is damaged", "A repair does not help here: nothing was changed.");
    }

    @Test
    void anEndOfZerosIsAProblem() throws IOException {
        Path journal = directory.resolve("journal/0000000000000000.journal");
        long from = frameStarts().getLast();
        try (RandomAccessFile bytes = new RandomAccessFile(journal.toFile(), "rw")) {
            bytes.seek(from);
            bytes.write(new byte[4096]);
        }

        assertThat(leat("doctor", directory.toString())).isEqualTo(1);
        assertThat(out.toString()).contains("zeros where a frame or prepared space was", "changes that were confirmed");
    }

    private List<Path> listOfFiles() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("store"))) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("MANIFEST-"))
                    .toList();
        }
    }

    @Test
    void nothingToRepair() {
        assertThat(leat("doctor", "--repair", directory.toString())).isZero();
        assertThat(out.toString()).endsWith("Nothing to repair: nothing was changed.\n");
    }

    @Test
    void aDirectoryInUse() {
        try (Leat leat = Leat.open(directory, SETTINGS)) {
            assertThat(leat.stats().streams()).isPositive();
            assertThat(leat("doctor", directory.toString())).isEqualTo(2);
        }
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).startsWith("leat doctor: could not look: ").contains("is in use");
    }

    @Test
    void noDataDirectory() {
        assertThat(leat("doctor", temp.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("is not a Leat data directory");
    }

    @Test
    void theMainHelpListsIt() {
        assertThat(leat("--help")).isZero();
        assertThat(out.toString()).contains("doctor");
    }

    // ----

    private void damageJournal() throws IOException {
        flip(
                directory.resolve("journal/0000000000000000.journal"),
                frameStarts().get(4) + 45);
    }

    private List<Long> frameStarts() {
        List<Long> starts = new ArrayList<>();
        JournalCheck.of(directory.resolve("journal"))
                .read(0, (shard, end, body) -> starts.add(end - (40L + body.remaining() + 7) / 8 * 8));
        return starts;
    }

    private static void flip(Path file, long at) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(at);
            int old = bytes.read();
            bytes.seek(at);
            bytes.write(old ^ 1);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Files.copy(path, to.resolve(from.relativize(path)));
            }
        }
    }

    private void assertGolden(String name) {
        String said = out.toString()
                .replace(temp.toString(), "/temp")
                .replaceAll("before-repair-\\d{8}T\\d{6}Z", "before-repair-TIME");
        assertThat(said).isEqualTo(golden(name, said));
        assertThat(err.toString()).isEmpty();
    }

    private static String golden(String name, String said) {
        try {
            String write = System.getProperty("golden");
            if (write != null) {
                Files.writeString(Path.of(write, name), said);
            }
            try (InputStream in = DoctorCommandTest.class.getResourceAsStream("/doctor/" + name)) {
                return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int leat(String... args) {
        return Main.commandLine(CommandEnvironment.ofProcess())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
