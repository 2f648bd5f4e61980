package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskTest {

    @TempDir
    Path directory;

    @Test
    void aDirectoryHasTheSpaceOfItsFileSystem() throws IOException {
        long all = Files.getFileStore(directory).getTotalSpace();

        assertThat(new Disk(directory).freeBytes().orElseThrow()).isBetween(1L, all);
    }

    @Test
    void aDirectoryThatIsGoneIsNotTakenForAFullDisk() {
        assertThat(new Disk(directory.resolve("gone")).freeBytes()).isEmpty();
    }
}
