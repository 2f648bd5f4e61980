package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeSpaceTest {

    @TempDir
    Path directory;

    @Test
    void aDirectoryHasTheSpaceOfItsFileSystem() throws IOException {
        long all = Files.getFileStore(directory).getTotalSpace();

        assertThat(new FreeSpace(directory).freeBytes().orElseThrow()).isBetween(1L, all);
    }

    @Test
    void aDirectoryThatIsGoneIsNotTakenForAFullDisk() {
        assertThat(new FreeSpace(directory.resolve("gone")).freeBytes()).isEmpty();
    }
}
