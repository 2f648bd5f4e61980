package dev.leat.storage.layout;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.leat.storage.LayoutException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PermissionTest {

    @TempDir
    Path temp;

    @Test
    void aDirectoryWithoutWritePermissionIsRefused() throws IOException {
        assumeFalse(System.getProperty("user.name").equals("root"), "root may write everywhere");
        Path root = Files.createDirectory(temp.resolve("data"));
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("r-xr-xr-x"));

        assertRefused(root, "permission denied");
        assertRefused(root.resolve("below"), "permission denied");
    }

    /** Nobody can make a directory in /proc, not even root, which stands in for a read-only file system. */
    @Test
    void aPlaceWhereNothingCanBeMadeIsRefused() {
        Path proc = Path.of("/proc");
        assumeTrue(Files.isDirectory(proc.resolve("self")), "there is no /proc");

        assertRefused(proc.resolve("leat"), "cannot open data directory /proc/leat");
    }

    private static void assertRefused(Path root, String words) {
        assertThatThrownBy(() -> DataDirectory.open(
                        root, new LayoutSettings(null, "test-1", 4096), new UUID(1, 2), Instant.EPOCH, Duration.ZERO))
                .isInstanceOf(LayoutException.class)
                .hasMessageContaining(words)
                .hasMessageContaining("Check its owner and mode, or choose another directory");
    }
}
