package dev.leat.storage.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.storage.LayoutException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {

    private static final LayoutSettings ANY = new LayoutSettings(null, "test-1", 4096);

    @TempDir
    Path root;

    @Test
    void aSecondProcessIsKeptOutAndToldWhoIsIn() throws Exception {
        Process holder = LockHolder.start(root);
        try {
            assertThatThrownBy(this::open)
                    .isInstanceOf(LayoutException.class)
                    .hasMessageContaining("is in use by another process (pid " + holder.pid() + ")");
            assertThatThrownBy(() -> DataDirectory.inspect(root))
                    .isInstanceOf(LayoutException.class)
                    .hasMessageContaining("(pid " + holder.pid() + ")");
        } finally {
            holder.destroyForcibly().waitFor();
        }

        open().close(); // the lock of a process that was killed is gone with it
    }

    @Test
    void anOpeningWaitsForAProcessThatIsAboutToEnd() throws Exception {
        Process holder = LockHolder.start(root);
        CompletableFuture<DataDirectory> opened = CompletableFuture.supplyAsync(() -> open(Duration.ofSeconds(60)));

        assertThat(opened).isNotDone();
        holder.getOutputStream().close(); // it lets go of the directory

        opened.get(60, TimeUnit.SECONDS).close();
        assertThat(holder.waitFor()).isZero();
    }

    @Test
    void anOpeningThatWaitedInVainIsToldWhoIsIn() throws Exception {
        Process holder = LockHolder.start(root);
        try {
            assertThatThrownBy(() -> open(Duration.ofMillis(50)))
                    .isInstanceOf(LayoutException.class)
                    .hasMessageContaining("is in use by another process (pid " + holder.pid() + ")");
        } finally {
            holder.destroyForcibly().waitFor();
        }
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        Process holder = LockHolder.start(root);
        try {
            Thread.currentThread().interrupt();

            assertThatThrownBy(() -> open(Duration.ofDays(1))).isInstanceOf(LayoutException.class);
            assertThat(Thread.interrupted()).isTrue();
        } finally {
            holder.destroyForcibly().waitFor();
        }
    }

    @Test
    void aSecondOpeningInTheSameProcessIsRefused() {
        try (DataDirectory first = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(LayoutException.class)
                    .hasMessageContaining("in use by this process already");
            assertThatThrownBy(() -> DataDirectory.inspect(root)).isInstanceOf(LayoutException.class);
            assertThat(first.root()).isEqualTo(root);
        }
        open().close();
    }

    @Test
    void aRefusedOpeningLeavesTheLockInPlace() throws Exception {
        try (DataDirectory first = open()) {
            assertThatThrownBy(this::open).isInstanceOf(LayoutException.class);

            assertThatThrownBy(() -> LockHolder.start(first.root())).isInstanceOf(IOException.class);
        }
    }

    @Test
    void anotherNameOfTheSameDirectoryIsTheSameDirectory() throws IOException {
        Path link = Files.createSymbolicLink(root.resolveSibling(root.getFileName() + "-link"), root);
        try (DataDirectory first = open()) {
            assertThatThrownBy(() -> DataDirectory.open(link, ANY, new UUID(1, 2), Instant.EPOCH, Duration.ZERO))
                    .isInstanceOf(LayoutException.class);
            assertThat(first.root()).isEqualTo(root);
        } finally {
            Files.delete(link);
        }
    }

    @Test
    void anInspectionReadsTheManifestAndKeepsWritersOut() throws IOException {
        LayoutManifest manifest;
        try (DataDirectory directory = open()) {
            manifest = directory.manifest();
        }
        Files.writeString(root.resolve("MANIFEST.tmp"), "left by a crash");
        List<String> before = names();

        try (DataDirectory inspected = DataDirectory.inspect(root)) {
            assertThat(inspected.manifest()).isEqualTo(manifest);
            assertThatThrownBy(() -> LockHolder.start(root)).isInstanceOf(IOException.class);
        }

        assertThat(names()).isEqualTo(before);
    }

    @Test
    void anInspectionOfACopyWithoutALockFileMakesNone() throws IOException {
        open().close();
        Files.delete(root.resolve("LOCK"));

        DataDirectory.inspect(root).close();

        assertThat(root.resolve("LOCK")).doesNotExist();
    }

    @Test
    void anInspectionMakesNothing() throws IOException {
        assertThatThrownBy(() -> DataDirectory.inspect(root.resolve("missing")))
                .isInstanceOf(LayoutException.class)
                .hasMessageContaining("not a Leat data directory");
        assertThatThrownBy(() -> DataDirectory.inspect(root)).isInstanceOf(LayoutException.class);

        assertThat(names()).isEmpty();
    }

    private DataDirectory open() {
        return open(Duration.ZERO);
    }

    private DataDirectory open(Duration lockWait) {
        return DataDirectory.open(root, ANY, new UUID(1, 2), Instant.EPOCH, lockWait);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(root)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }
}
