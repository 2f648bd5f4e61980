package dev.leat.http.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.StreamConfig;
import dev.leat.http.exchange.ProblemException;
import dev.leat.http.raw.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupsTest {
    @TempDir
    Path temp;

    @Test
    void aBackupCanBeOpened() throws Exception {
        try (Leat leat = Leat.open(temp.resolve("data"))) {
            leat.stream("a").create(StreamConfig.text().with(Body.of("kept")));
            Backups backups = backups(leat);

            Backups.Begun begun = backups.begin("one");

            assertThat(begun.isNew()).isTrue();
            assertThat(ended(backups, "one").state()).isEqualTo(BackupState.State.DONE);
            assertThat(backups.begin("one").isNew()).isFalse();
        }
        try (Leat copy = Leat.open(temp.resolve("backups/one"))) {
            assertThat(copy.stream("a").read().list().getFirst().text()).isEqualTo("kept");
        }
    }

    @Test
    void aNameThatIsTakenIsRefused() throws Exception {
        Files.createDirectories(temp.resolve("backups/old"));
        try (Leat leat = Leat.open(temp.resolve("data"))) {
            assertThatThrownBy(() -> backups(leat).begin("old"))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("there is a backup old");
        }
    }

    @Test
    void oneThatFailsLeavesNothingAndCanBeBegunAgain() throws Exception {
        List<Path> failing = new CopyOnWriteArrayList<>();
        Backups backups = new Backups(
                temp.resolve("backups"),
                (target, progress) -> {
                    write(target.resolve("half"));
                    if (failing.isEmpty()) {
                        failing.add(target);
                        throw new IllegalStateException("the disk is full");
                    }
                },
                InstantSource.system());

        backups.begin("one");
        BackupState failed = ended(backups, "one");

        assertThat(failed.state()).isEqualTo(BackupState.State.FAILED);
        assertThat(failed.problem()).isEqualTo("the disk is full");
        assertThat(temp.resolve("backups/one")).doesNotExist();
        assertThat(backups.begin("one").isNew()).isTrue();
        assertThat(ended(backups, "one").state()).isEqualTo(BackupState.State.DONE);
    }

    private Backups backups(Leat leat) {
        return new Backups(
                temp.resolve("backups"),
                (target, progress) -> leat.backup(target, progress::at),
                InstantSource.system());
    }

    private static BackupState ended(Backups backups, String name) throws InterruptedException {
        RunningServer.await(
                "the backup ends", () -> backups.find(name).orElseThrow().state() != BackupState.State.RUNNING);
        return backups.find(name).orElseThrow();
    }

    private static void write(Path file) {
        try {
            Files.writeString(file, "x");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
