package dev.leat.storage.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.LayoutException;
import dev.leat.storage.settings.ArchiveSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A look at an archive finds what opening it would refuse, and removes nothing. */
class ArchiveCheckTest {
    private static final ArchiveSettings SETTINGS = ArchiveSettings.defaults();

    @TempDir
    Path directory;

    private final List<Run> runs = new ArrayList<>();
    private List<Segment> known = List.of();

    @BeforeEach
    void write() {
        Random random = new Random(1);
        try (FileArchive archive = FileArchive.open(directory, SETTINGS, List.of())) {
            for (int i = 0; i < 3; i++) {
                runs.add(SampleRun.of(random, 5, 100).write(archive));
            }
            archive.sync();
            known = archive.segments();
        }
    }

    @Test
    void aSoundArchiveIsWholeAndItsRunsAreGood() {
        try (ArchiveCheck check = ArchiveCheck.of(directory, SETTINGS, known)) {
            List<Run> seen = new ArrayList<>();

            check.requireWhole(known.getFirst());
            runs.forEach(check::verify);
            check.scan(known.getFirst().id(), seen::add);

            assertThat(seen).isEqualTo(runs);
            assertThat(check.surplus()).isZero();
        }
    }

    @Test
    void whatTheStoreDoesNotKnowIsCountedAndStays() throws IOException {
        Path segment = directory.resolve("0000000001.archive");
        Files.write(segment, new byte[7], StandardOpenOption.APPEND);
        Files.write(directory.resolve("0000000009.archive"), new byte[30]);

        try (ArchiveCheck check = ArchiveCheck.of(directory, SETTINGS, known)) {
            assertThat(check.surplus()).isEqualTo(37);
        }

        assertThat(segment).hasSize(known.getFirst().length() + 7);
        assertThat(directory.resolve("0000000009.archive")).exists();
    }

    @Test
    void aMissingSegmentIsNotWhole() throws IOException {
        Files.delete(directory.resolve("0000000001.archive"));

        try (ArchiveCheck check = ArchiveCheck.of(directory, SETTINGS, known)) {
            assertThat(check.has(1)).isFalse();
            assertThatThrownBy(() -> check.requireWhole(known.getFirst())).isInstanceOf(CorruptionException.class);
        }
    }

    @Test
    void aRunInASegmentThatIsNotKnownIsDamage() {
        try (ArchiveCheck check = ArchiveCheck.of(directory, SETTINGS, List.of())) {
            assertThatThrownBy(() -> check.verify(runs.getFirst())).isInstanceOf(CorruptionException.class);
        }
    }

    @Test
    void aForeignFileIsRefused() throws IOException {
        Files.createFile(directory.resolve("notes.txt"));

        assertThatThrownBy(() -> ArchiveCheck.of(directory, SETTINGS, known)).isInstanceOf(LayoutException.class);
    }
}
