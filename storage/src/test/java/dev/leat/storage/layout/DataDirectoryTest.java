package dev.leat.storage.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.storage.LayoutException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {

    private static final UUID ID = new UUID(7, 9);
    private static final Instant NOW = Instant.parse("2026-03-01T10:15:30Z");
    private static final LayoutSettings ANY = new LayoutSettings(null, "test-1", 4096);

    @TempDir
    Path temp;

    private Path root;

    @BeforeEach
    void chooseRoot() {
        root = temp.resolve("some/where/data");
    }

    @Test
    void aDirectoryThatIsMissingIsMadeWithItsParents() {
        try (DataDirectory directory = open(ANY)) {
            assertThat(directory.root()).isEqualTo(root);
            assertThat(directory.journal()).isEqualTo(root.resolve("journal")).isEmptyDirectory();
            assertThat(directory.archive()).isEqualTo(root.resolve("archive")).isEmptyDirectory();
            assertThat(directory.store()).isEqualTo(root.resolve("store")).isEmptyDirectory();
            assertThat(directory.manifest()).isEqualTo(new LayoutManifest(1, ID, NOW, 16, "test-1", 4096));
        }
    }

    @Test
    void whatWasDecidedWhenItWasMadeStays() {
        open(new LayoutSettings(4, "test-1", 4096)).close();

        LayoutSettings later = new LayoutSettings(null, "test-1", 9999);
        try (DataDirectory directory = DataDirectory.open(root, later, new UUID(1, 1), Instant.EPOCH, Duration.ZERO)) {
            assertThat(directory.manifest()).isEqualTo(new LayoutManifest(1, ID, NOW, 4, "test-1", 4096));
        }
    }

    @Test
    void theManifestIsTextOfThisForm() throws IOException {
        open(ANY).close();

        assertThat(root.resolve("MANIFEST"))
                .hasContent("""
                        leat data directory
                        format 1
                        id 00000000-0000-0007-0000-000000000009
                        created 2026-03-01T10:15:30Z
                        shards 16
                        hash test-1
                        journal-segment-bytes 4096
                        crc32c %s
                        """.formatted(sumOf(Files.readString(root.resolve("MANIFEST")))));
        assertThat(root.resolve("MANIFEST.tmp")).doesNotExist();
    }

    @Test
    void anEmptyDirectoryOfAFileSystemIsEmptyEnough() throws IOException {
        Files.createDirectories(root.resolve("lost+found"));

        open(ANY).close();

        assertThat(root.resolve("MANIFEST")).exists();
    }

    @Test
    void aDirectoryWhoseMakingWasInterruptedIsMadeAgain() throws IOException {
        Files.createDirectories(root.resolve("journal"));
        Files.createDirectories(root.resolve("store"));
        Files.createFile(root.resolve("LOCK"));
        Files.writeString(root.resolve("MANIFEST.tmp"), "leat data dir");

        try (DataDirectory directory = open(ANY)) {
            assertThat(directory.archive()).isDirectory();
            assertThat(root.resolve("MANIFEST.tmp")).doesNotExist();
        }
    }

    @Test
    void aTemporaryManifestBesideAGoodOneIsRemoved() throws IOException {
        open(ANY).close();
        Files.writeString(root.resolve("MANIFEST.tmp"), "half");

        open(ANY).close();

        assertThat(root.resolve("MANIFEST.tmp")).doesNotExist();
    }

    @Test
    void anotherShardCountIsRefused() {
        open(new LayoutSettings(4, "test-1", 4096)).close();

        assertRefused(new LayoutSettings(8, "test-1", 4096), "made with 4 shards, expected 8", "ask for 4 or for none");
        open(new LayoutSettings(4, "test-1", 4096)).close();
    }

    @Test
    void anotherHashPolicyIsRefused() {
        open(ANY).close();

        assertRefused(new LayoutSettings(null, "other-2", 4096), "hash policy test-1, expected other-2");
    }

    @Test
    void anotherFormatIsRefused() throws IOException {
        open(ANY).close();
        rewrite(text -> text.replace("format 1", "format 2").replace("shards 16", "shards ?"));

        assertRefused(ANY, "format 2, expected 1", "version of Leat that wrote");
    }

    @Test
    void aManifestThatWasEditedIsRefused() throws IOException {
        open(ANY).close();
        Path manifest = root.resolve("MANIFEST");
        Files.writeString(manifest, Files.readString(manifest).replace("shards 16", "shards 32"));

        assertRefused(ANY, manifest.toString(), "damaged or was edited", "expected the last line 'crc32c ", "backup");
    }

    @Test
    void everyByteOfTheManifestCounts() throws IOException {
        open(ANY).close();
        byte[] good = Files.readAllBytes(root.resolve("MANIFEST"));
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= (byte) (1 << (i % 8));
            Files.write(root.resolve("MANIFEST"), bad);
            assertRefused(ANY, "MANIFEST");
        }
        for (int length = 0; length < good.length; length++) {
            Files.write(root.resolve("MANIFEST"), Arrays.copyOf(good, length));
            assertRefused(ANY, "MANIFEST");
        }
    }

    @Test
    void aManifestWithoutAFactIsRefused() throws IOException {
        open(ANY).close();
        rewrite(text -> text.replace("shards 16\n", ""));
        assertRefused(ANY, "expected 'shards …' in line 5, found 'hash test-1'");
    }

    @Test
    void aManifestWithAFactThatCannotBeIsRefused() throws IOException {
        open(ANY).close();
        rewrite(text -> text.replace("shards 16", "shards 12"));
        assertRefused(ANY, "shards 12 is not a power of two");
    }

    @Test
    void aManifestThatIsADirectoryIsRefused() throws IOException {
        Files.createDirectories(root.resolve("MANIFEST"));

        assertRefused(ANY, "MANIFEST");
    }

    @Test
    void aDirectoryOfSomeoneElseIsRefusedAndLeftAsItIs() throws IOException {
        Files.createDirectories(root);
        Files.writeString(root.resolve("thesis.txt"), "");

        assertRefused(ANY, "not a Leat data directory: found thesis.txt", "Choose an empty directory");
        assertThat(names()).containsExactly("thesis.txt");
    }

    @Test
    void aForeignFileBesideOursIsRefused() throws IOException {
        open(ANY).close();
        Files.createFile(root.resolve("notes.txt"));

        assertRefused(ANY, root.resolve("notes.txt").toString(), "does not belong");
    }

    @Test
    void aFileInThePlaceOfADirectoryIsRefused() throws IOException {
        open(ANY).close();
        Files.delete(root.resolve("journal"));
        Files.createFile(root.resolve("journal"));

        assertRefused(ANY, root.resolve("journal").toString());
    }

    @Test
    void dataWithoutAManifestIsRefused() throws IOException {
        for (String name : List.of("journal", "archive", "store")) {
            root = temp.resolve("lost-" + name);
            Files.createDirectories(root.resolve(name));
            Files.createFile(root.resolve(name).resolve("data"));

            assertRefused(ANY, "data in " + name + "/ but no MANIFEST", "Restore it from a backup");
        }
    }

    @Test
    void aManifestWithoutItsDirectoriesIsRefused() throws IOException {
        open(ANY).close();
        Files.delete(root.resolve("store"));

        assertRefused(ANY, "no store/", "backup");
    }

    @Test
    void anArchiveWithoutAStoreIsRefused() throws IOException {
        open(ANY).close();
        Files.createFile(root.resolve("archive").resolve("0000000001.archive"));

        assertRefused(ANY, "archive/ but store/ is empty", "backup");
    }

    @Test
    void aRootThatIsAFileIsRefused() throws IOException {
        root = Files.createFile(temp.resolve("file"));

        assertRefused(ANY, root + " is there already and is not a directory");
    }

    @Test
    void aRootBelowAFileIsRefused() throws IOException {
        Path file = Files.createFile(temp.resolve("file"));
        root = file.resolve("data");

        assertRefused(ANY, file + " is there already and is not a directory", "choose another directory");
    }

    @Test
    void aShardCountIsAPowerOfTwo() {
        for (int shards : List.of(1, 2, 64, 256)) {
            assertThat(new LayoutSettings(shards, "test-1", 4096).shards()).isEqualTo(shards);
        }
        for (int shards : List.of(0, -1, 3, 12, 512, Integer.MIN_VALUE)) {
            assertThatThrownBy(() -> new LayoutSettings(shards, "test-1", 4096))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("power of two from 1 to 256, not " + shards);
        }
    }

    private DataDirectory open(LayoutSettings wanted) {
        return DataDirectory.open(root, wanted, ID, NOW, Duration.ZERO);
    }

    /** Twice, because a refusal must not leave a lock behind that changes the second message. */
    private void assertRefused(LayoutSettings wanted, String... words) {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> open(wanted))
                    .isInstanceOf(LayoutException.class)
                    .hasMessageContainingAll(words);
        }
    }

    private interface Edit {
        String apply(String text);
    }

    /** Changes the manifest as a program would that knows how to make the checksum. */
    private void rewrite(Edit edit) throws IOException {
        Path manifest = root.resolve("MANIFEST");
        String text = Files.readString(manifest);
        String facts = edit.apply(text.substring(0, text.indexOf("crc32c")));
        Files.writeString(manifest, facts + "crc32c " + sumOf(facts + "crc32c") + "\n");
    }

    private static String sumOf(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.substring(0, text.indexOf("crc32c")).getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(root)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }
}
