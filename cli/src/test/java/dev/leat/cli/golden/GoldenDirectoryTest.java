package dev.leat.cli.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.Doctor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories that earlier versions wrote give the answers that they gave then. {@link GoldenLife} made them. */
class GoldenDirectoryTest {
    private static final String FORMAT = "/golden/format-1";

    @TempDir
    Path temp;

    private Path data;

    @BeforeEach
    void unpack() throws IOException {
        Path zip = temp.resolve("golden.zip");
        Files.write(zip, resource(FORMAT + ".zip"));
        data = temp.resolve("data");
        Zip.unpack(zip, data);
    }

    @Test
    void aDirectoryOfFormat1GivesTheAnswersThatItGaveWhenItWasWritten() throws IOException {
        try (GoldenServer server = new GoldenServer(data)) {
            assertThat(GoldenLife.answers(server)).isEqualTo(text(FORMAT + ".txt"));
        }
    }

    @Test
    void itGivesThemAfterACheckpointAndARestartToo() throws IOException {
        try (GoldenServer server = new GoldenServer(data)) {
            server.checkpoint();
        }

        try (GoldenServer server = new GoldenServer(data)) {
            assertThat(GoldenLife.answers(server)).isEqualTo(text(FORMAT + ".txt"));
        }
    }

    @Test
    void theDoctorFindsNothingWrongInIt() {
        assertThat(Doctor.check(data).problems()).isEmpty();
    }

    private static String text(String name) throws IOException {
        return new String(resource(name), StandardCharsets.UTF_8);
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = GoldenDirectoryTest.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }

    /** Directories as files of the zip format. */
    static final class Zip {
        private Zip() {}

        static void pack(Path directory, Path zip) throws IOException {
            List<Path> files;
            try (Stream<Path> all = Files.walk(directory)) {
                files = all.sorted().toList();
            }
            try (OutputStream to = Files.newOutputStream(zip);
                    ZipOutputStream out = new ZipOutputStream(to)) {
                for (Path file : files) {
                    String name = directory.relativize(file).toString();
                    boolean log = name.startsWith("store/LOG"); // RocksDB's report, not data
                    if (Files.isDirectory(file) && !name.isEmpty()) {
                        out.putNextEntry(new ZipEntry(name + "/"));
                    } else if (Files.isRegularFile(file) && !log) {
                        out.putNextEntry(new ZipEntry(name));
                        Files.copy(file, out);
                    }
                }
            }
        }

        static void unpack(Path zip, Path directory) throws IOException {
            Files.createDirectories(directory);
            try (InputStream from = Files.newInputStream(zip);
                    ZipInputStream in = new ZipInputStream(from)) {
                ZipEntry entry = in.getNextEntry();
                while (entry != null) {
                    Path file = directory.resolve(entry.getName());
                    if (entry.isDirectory()) {
                        Files.createDirectories(file);
                    } else {
                        Files.createDirectories(Objects.requireNonNull(file.getParent()));
                        Files.copy(in, file);
                    }
                    entry = in.getNextEntry();
                }
            }
        }
    }
}
