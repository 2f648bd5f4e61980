package dev.leat.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.stream.StreamConfig;
import dev.leat.storage.CorruptionException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage to the journal of a process that was killed, and of one that closed in order. */
class JournalFaultTest {
    @TempDir
    Path temporary;

    /** What a kill leaves of an engine that has answered some appends and written no checkpoint. */
    private Path killed(int messages) {
        Path running = temporary.resolve("running");
        try (Leat leat = Leat.open(running, Small.settings())) {
            leat.stream("a").create(StreamConfig.text());
            for (int i = 0; i < messages; i++) {
                leat.stream("a").append(text(i));
            }
            return Damage.killed(running, temporary.resolve("killed"));
        }
    }

    private static String text(int i) {
        return "message %05d of many".formatted(i);
    }

    private static List<String> texts(int count) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(text(i));
        }
        return texts;
    }

    private static Path segment(Path data, int index) {
        return data.resolve("journal/%016d.journal".formatted(index));
    }

    private static int place(Path segment, int message) {
        return Damage.lastIndexOf(segment, text(message).getBytes(StandardCharsets.UTF_8));
    }

    /** The last append is cut off, and the journal goes on from there. */
    private void assertLastIsCut(Consumer<Path> damage) {
        Path data = killed(10);

        damage.accept(segment(data, 0));

        try (Leat leat = Leat.open(data, Small.settings())) {
            assertThat(Small.texts(leat, "a")).isEqualTo(texts(9));
            leat.stream("a").append("after the cut");
        }
        try (Leat leat = Leat.open(data, Small.settings())) {
            assertThat(Small.texts(leat, "a")).hasSize(10).endsWith("after the cut");
        }
    }

    private static void assertCorrupt(Path data, Path segment) {
        byte[] before = Files.exists(segment) ? Damage.bytes(segment) : new byte[0];

        assertThatThrownBy(() -> Leat.open(data, Small.settings()).close())
                .isInstanceOf(CorruptionException.class)
                .hasMessageContainingAll(segment + " is damaged at byte ", "leat doctor", "restore a backup");

        assertThat(Files.exists(segment) ? Damage.bytes(segment) : new byte[0])
                .as("nothing is overwritten")
                .isEqualTo(before);
    }

    @Test
    void afterAKillAWriteThatWasCutShortIsCut() {
        assertLastIsCut(segment -> Damage.unwrite(segment, place(segment, 9) + 5, 1000));
    }

    @Test
    void afterAKillAFileThatLostItsEndIsRefused() {
        Path data = killed(10);

        Damage.truncate(segment(data, 0), place(segment(data, 0), 9) + 5);

        assertCorrupt(data, segment(data, 0));
    }

    /** Space that no frame was written to holds no zeros, so these were frames: answered ones, for all that is known. */
    @Test
    void afterAKillAnEndOfZerosIsRefusedWhereverTheZerosBegin() {
        for (int first = 1; first < 10; first++) {
            Path data = killed(10);
            Path segment = segment(data, 0);

            Damage.zero(segment, place(segment, first), (int) (segment.toFile().length() - place(segment, first)));

            assertCorrupt(data, segment);
            Damage.delete(data);
            Damage.delete(temporary.resolve("running"));
        }
    }

    @Test
    void afterAKillAJournalThatIsGoneIsRefusedEvenBeforeTheFirstCheckpoint() throws IOException {
        Path data = killed(10);

        for (Path file : Damage.files(data.resolve("journal"), "")) {
            Files.delete(file);
        }

        assertCorrupt(data, segment(data, 0));
    }

    @Test
    void aStartThatIsRefusedLeavesTheJournalAsItIs() {
        Path data = killed(10);
        Damage.zero(segment(data, 0), 64, 4096 - 64);
        for (int attempt = 0; attempt < 3; attempt++) {
            assertCorrupt(data, segment(data, 0));
        }
    }

    @Test
    void afterAKillAFlippedBitInTheTailIsCut() {
        assertLastIsCut(segment -> Damage.flip(segment, place(segment, 9)));
    }

    @Test
    void afterAKillAFlippedBitInTheMiddleIsRefused() {
        Path data = killed(10);

        Damage.flip(segment(data, 0), place(segment(data, 0), 4));

        assertCorrupt(data, segment(data, 0));
    }

    @Test
    void afterAKillZerosInTheMiddleAreRefused() {
        Path data = killed(10);
        int from = place(segment(data, 0), 3);

        Damage.zero(segment(data, 0), from, place(segment(data, 0), 6) - from);

        assertCorrupt(data, segment(data, 0));
    }

    @Test
    void afterAKillAMissingSegmentInTheMiddleIsRefused() throws IOException {
        Path data = killed(6000);
        assertThat(Damage.files(data.resolve("journal"), ".journal")).hasSizeGreaterThan(2);

        Files.delete(segment(data, 1));

        assertCorrupt(data, segment(data, 1));
    }

    @Test
    void afterAKillAMissingFirstSegmentIsRefused() throws IOException {
        Path data = killed(6000);

        Files.delete(segment(data, 0));

        assertCorrupt(data, segment(data, 0));
    }

    @Test
    void theOffsetOfTheDamageIsWhereTheFrameBegins() {
        Path data = killed(10);
        int body = place(segment(data, 0), 4);

        Damage.flip(segment(data, 0), body);

        assertThatThrownBy(() -> Leat.open(data, Small.settings()))
                .hasMessageMatching("(?s).*is damaged at byte \\d+: .*")
                .satisfies(failure -> {
                    String message = String.valueOf(failure.getMessage());
                    long offset = Long.parseLong(message.replaceFirst("(?s).*is damaged at byte (\\d+): .*", "$1"));
                    assertThat(offset).isBetween(body - 200L, body - 1L);
                });
    }

    @Test
    void afterACloseInOrderDamageToWhatTheCheckpointHasDoesNoHarm() {
        Path data = temporary.resolve("running");
        killed(10);

        Damage.flip(segment(data, 0), place(segment(data, 0), 4));

        try (Leat leat = Leat.open(data, Small.settings())) {
            assertThat(Small.texts(leat, "a")).isEqualTo(texts(10));
        }
    }

    @Test
    void afterACloseInOrderAJournalThatLostItsEndIsRefused() {
        Path data = temporary.resolve("running");
        killed(10);

        Damage.truncate(segment(data, 0), place(segment(data, 0), 4));

        assertCorrupt(data, segment(data, 0));
    }

    @Test
    void afterACloseInOrderAMissingJournalIsRefused() throws IOException {
        Path data = temporary.resolve("running");
        killed(10);

        for (Path file : Damage.files(data.resolve("journal"), "")) {
            Files.delete(file);
        }

        assertCorrupt(data, segment(data, 0));
    }
}
