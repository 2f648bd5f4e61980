package dev.leat.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.stream.StreamConfig;
import dev.leat.storage.InUseException;
import dev.leat.storage.LayoutException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories that cannot be opened as asked. Each refusal names the file and the way out, and changes nothing. */
class DataDirectoryFaultTest {
    @TempDir
    Path temporary;

    private Path made() {
        Path data = temporary.resolve("data");
        try (Leat leat = Leat.open(data, Small.settings())) {
            leat.stream("a").create(StreamConfig.text());
            leat.stream("a").append("hello");
        }
        return data;
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(Path data) {
        return assertThatThrownBy(() -> Leat.open(data, Small.settings()).close())
                .isInstanceOf(LayoutException.class);
    }

    private static void assertSound(Path data) {
        try (Leat leat = Leat.open(data, Small.settings())) {
            assertThat(Small.texts(leat, "a")).containsExactly("hello");
        }
    }

    @Test
    void aMissingDirectoryIsMade() {
        Path deep = temporary.resolve("one/two/three");

        try (Leat leat = Leat.open(deep, Small.settings())) {
            leat.stream("a").create(StreamConfig.text());
        }

        assertThat(deep.resolve("MANIFEST")).isRegularFile();
    }

    @Test
    void aPathThatIsAFileIsRefused() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "mine");

        assertRefused(file).hasMessageContainingAll(file.toString(), "not a directory", "choose another directory");

        assertThat(file).hasContent("mine");
    }

    @Test
    void aPathBelowAFileIsRefused() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "mine");

        assertRefused(file.resolve("data")).hasMessageContainingAll(file.toString(), "choose another directory");
    }

    @Test
    void aTamperedManifestIsRefused() throws IOException {
        Path data = made();
        Path manifest = data.resolve("MANIFEST");
        String before = Files.readString(manifest);

        Files.writeString(manifest, before.replace("shards 4", "shards 8"));

        assertRefused(data).hasMessageContainingAll(manifest.toString(), "edited", "Restore the file from a backup");
        Files.writeString(manifest, before);
        assertSound(data);
    }

    @Test
    void anEmptyManifestIsRefused() throws IOException {
        Path data = made();

        Files.writeString(data.resolve("MANIFEST"), "");

        assertRefused(data).hasMessageContainingAll(data.resolve("MANIFEST").toString(), "restore");
    }

    @Test
    void aMissingManifestIsRefused() throws IOException {
        Path data = made();

        Files.delete(data.resolve("MANIFEST"));

        assertRefused(data).hasMessageContainingAll(data.toString(), "MANIFEST", "Restore it from a backup");
    }

    @Test
    void anotherShardCountIsRefused() {
        Path data = made();

        assertThatThrownBy(() -> Leat.open(data, Small.settings().withShards(8)))
                .isInstanceOf(LayoutException.class)
                .hasMessageContainingAll(data.toString(), "4 shards", "expected 8", "ask for 4");

        assertSound(data);
    }

    @Test
    void anotherHashPolicyIsRefused() throws IOException {
        Path data = made();
        Path manifest = data.resolve("MANIFEST");
        String text = Files.readString(manifest).replace("hash crc32c-of-tag", "hash md5-of-path");
        text = text.substring(0, text.lastIndexOf("crc32c "));
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));

        Files.writeString(manifest, text + "crc32c " + HexFormat.of().toHexDigits((int) crc.getValue()) + "\n");

        assertRefused(data)
                .hasMessageContainingAll(data.toString(), "md5-of-path", "crc32c-of-tag", "Use the version of Leat");
    }

    @Test
    void aForeignFileInTheRootIsRefused() throws IOException {
        Path data = made();
        Path foreign = Files.writeString(data.resolve("notes.txt"), "mine");

        assertRefused(data).hasMessageContainingAll(foreign.toString(), "Move it out");

        assertThat(foreign).hasContent("mine");
        Files.delete(foreign);
        assertSound(data);
    }

    @Test
    void aForeignFileInTheJournalIsRefused() throws IOException {
        Path data = made();
        Path foreign = Files.writeString(data.resolve("journal/notes.txt"), "mine");

        assertRefused(data).hasMessageContainingAll(foreign.toString(), "does not belong");

        assertThat(foreign).hasContent("mine");
        Files.delete(foreign);
        assertSound(data);
    }

    @Test
    void aForeignFileInTheArchiveIsRefused() throws IOException {
        Path data = made();
        Path foreign = Files.writeString(data.resolve("archive/notes.txt"), "mine");

        assertRefused(data).hasMessageContainingAll(foreign.toString(), "Move it out");

        assertThat(foreign).hasContent("mine");
        Files.delete(foreign);
        assertSound(data);
    }

    @Test
    void aDirectoryOfSomethingElseIsRefusedAndStaysAsItIs() throws IOException {
        Path data = Files.createDirectory(temporary.resolve("photos"));
        Files.writeString(data.resolve("cat.jpg"), "meow");

        assertRefused(data).hasMessageContainingAll(data.toString(), "cat.jpg", "Choose an empty directory");

        assertThat(Damage.files(data, "")).containsExactly(data.resolve("cat.jpg"));
    }

    @Test
    void aDirectoryThatLostAPartIsRefused() throws IOException {
        Path data = made();
        for (Path file : Damage.files(data.resolve("journal"), "")) {
            Files.delete(file);
        }
        Files.delete(data.resolve("journal"));

        assertRefused(data).hasMessageContainingAll(data.toString(), "journal", "Restore the directory from a backup");
    }

    @Test
    void aSecondOpenInTheSameProcessIsRefusedAndTheFirstGoesOn() {
        Path data = made();

        try (Leat first = Leat.open(data, Small.settings())) {
            assertRefused(data)
                    .hasMessageContainingAll(data.toString(), "in use by this process", "Close it there first");
            first.stream("a").append("still here");
            assertThat(Small.texts(first, "a")).containsExactly("hello", "still here");
        }
    }

    @Test
    void aSecondProcessIsRefusedAndTheFirstGoesOn() throws Exception {
        Path data = made();

        try (Leat first = Leat.open(data, Small.settings())) {
            String answer = Other.process(data);

            assertThat(answer)
                    .contains(
                            InUseException.class.getName(),
                            data.toString(),
                            "pid " + ProcessHandle.current().pid(),
                            "Stop that process");
            first.stream("a").append("still here");
            assertThat(Small.texts(first, "a")).containsExactly("hello", "still here");
        }
        assertThat(Other.process(data)).isEqualTo("opened");
    }

    @Test
    void aFileSystemThatCannotBeWrittenIsRefused() {
        try (Mount disk = Mount.tmpfs(Files.createDirectory(temporary.resolve("disk")), "8m")) {
            disk.readOnly();

            assertRefused(disk.root()).hasMessageContainingAll(disk.root().toString(), "Read-only", "Check");
            assertRefused(disk.root().resolve("data")).hasMessageContainingAll("Read-only", "choose another directory");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
