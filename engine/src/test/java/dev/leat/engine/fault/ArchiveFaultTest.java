package dev.leat.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.Rejection;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Messages;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamConfig;
import dev.leat.engine.Settings;
import dev.leat.engine.settings.ScrubSettings;
import dev.leat.storage.CorruptionException;
import dev.leat.testkit.Pieces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage to the archive: what is missing is found at the start, what is wrong when somebody looks at it. */
class ArchiveFaultTest {
    private static final String NEEDLE = "the message with the flipped bit";
    private static final Settings UNSCRUBBED = Small.settings().with(ScrubSettings.off());

    @TempDir
    Path temporary;

    /** Two streams, each with a run that is not touched again by itself. */
    private Path written() {
        Path data = temporary.resolve("data");
        try (Leat leat = Leat.open(data, Small.settings())) {
            leat.stream("hurt").create(StreamConfig.text());
            leat.stream("sound").create(StreamConfig.text());
            leat.stream("hurt").append(List.of(bytes("before"), bytes(NEEDLE), bytes("after")));
            leat.stream("sound").append("sound");
        }
        return data;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Path segment(Path data) {
        return Damage.files(data.resolve("archive"), ".archive").getLast();
    }

    private static int needle(Path data) {
        return Damage.lastIndexOf(segment(data), bytes(NEEDLE));
    }

    private static void assertRefused(Path data) {
        List<Path> files = Damage.files(data.resolve("archive"), "");

        assertThatThrownBy(() -> Leat.open(data, Small.settings()).close())
                .isInstanceOf(CorruptionException.class)
                .hasMessageContainingAll(
                        data.resolve("archive").toString(), ".archive is damaged at byte", "leat doctor");

        assertThat(Damage.files(data.resolve("archive"), "")).isEqualTo(files);
    }

    @Test
    void aMissingSegmentIsRefused() throws IOException {
        Path data = written();

        Files.delete(segment(data));

        assertRefused(data);
    }

    @Test
    void aSegmentThatLostBytesIsRefused() {
        Path data = written();

        Damage.truncate(segment(data), needle(data));

        assertRefused(data);
    }

    @Test
    void aDamagedSegmentHeaderIsRefused() {
        Path data = written();

        Damage.flip(segment(data), 2);

        assertRefused(data);
    }

    @Test
    void aDamagedTableOfMessageEndsRefusesReadsOfItsStreamOnly() {
        Path data = written();
        int table = needle(data) + NEEDLE.length() + "after".length();
        Damage.flip(segment(data), table);

        try (Leat leat = Leat.open(data, Small.settings())) {
            Rejection refusal = Small.refusal(() -> leat.stream("hurt").read(new Offset(6)));

            assertThat(Small.refusal(() -> Pieces.read(leat.stream("hurt"))))
                    .isInstanceOf(Rejection.StorageFailed.class);
            assertThat(refusal).isInstanceOf(Rejection.StorageFailed.class);
            assertThat(refusal.reason()).contains(segment(data).toString(), "leat doctor");
            assertThat(Small.texts(leat, "sound")).containsExactly("sound");
            leat.stream("hurt").append("goes on");
            leat.stream("sound").append("goes on");
        }
    }

    /** Moves everything to the archive, the messages since the last time in a run of their own. Reads then get it from there. */
    private static void archive(Leat leat) {
        Small.checkpoint(leat);
        Small.until(() -> leat.stats().hotBytes() == 0);
    }

    private static void assertReadUpToDamage(Leat leat, String path, String expected) {
        Messages sound = Pieces.read(leat.stream(path));

        assertThat(sound).extracting(Message::text).containsExactly(expected);
        assertThat(sound.next()).isEqualTo(new Offset(expected.length()));
        assertThat(sound.upToDate()).isFalse();
        assertThat(Small.refusal(() -> Pieces.read(leat.stream(path), sound.next())))
                .isInstanceOf(Rejection.StorageFailed.class);
    }

    @Test
    void aReadEndsBeforeTheRunThatAFileHasLostAndReportsItsDamage() {
        Path data = temporary.resolve("data");
        try (Leat leat = Leat.open(data, UNSCRUBBED)) {
            leat.stream("hurt").create(StreamConfig.text().with(Body.of("before")));
            archive(leat);
            leat.stream("hurt").append(NEEDLE);
            archive(leat);
            Damage.truncate(segment(data), needle(data));

            Pieces.read(leat.stream("hurt"));

            assertThat(leat.damage()).singleElement().satisfies(damage -> {
                assertThat(damage.what()).contains(segment(data).toString(), "the file ends here");
                assertThat(damage.affected())
                        .isEqualTo("stream hurt, offsets " + new Offset(6) + " to " + new Offset(6 + NEEDLE.length()));
            });
            assertReadUpToDamage(leat, "hurt", "before");
        }
    }

    @Test
    void aReadOfAForkEndsBeforeTheRunOfItsOwnThatAFileHasLost() {
        Path data = temporary.resolve("data");
        try (Leat leat = Leat.open(data, UNSCRUBBED)) {
            leat.stream("source").create(StreamConfig.text().with(Body.of("before")));
            leat.stream("fork").create(StreamConfig.forkOf(Fork.of("source")));
            archive(leat);
            leat.stream("fork").append(NEEDLE);
            archive(leat);
            Damage.truncate(segment(data), needle(data));

            assertReadUpToDamage(leat, "fork", "before");
            assertThat(leat.damage()).hasSize(1);
        }
    }

    /** Joining runs and rewriting segments check every byte. A damaged run stays where it is, and the rest goes on. */
    @Test
    void aDamagedRunDoesNotStopTheEngineWhenItIsDueToBeJoined() {
        Path data = written();
        Damage.flip(segment(data), needle(data));
        Settings often = Small.settings().with(Small.settings().checkpoint().withBytes(1));

        try (Leat leat = Leat.open(data, often)) {
            for (int i = 0; i < 12; i++) {
                leat.stream("hurt").append("small run " + i);
                leat.stream("sound").append("small run " + i);
                Small.awaitCheckpoint(leat);
            }
            assertThat(Small.texts(leat, "sound")).hasSize(13);
        }

        try (Leat leat = Leat.open(data, often)) {
            assertThat(Small.texts(leat, "sound")).hasSize(13);
        }
    }

    @Test
    void aStreamWithADamagedRunCanBeDeleted() {
        Path data = written();
        Damage.flip(segment(data), needle(data));

        try (Leat leat = Leat.open(data, Small.settings())) {
            leat.stream("hurt").delete();
            leat.stream("hurt").create(StreamConfig.text().with(Body.of("new")));
        }

        try (Leat leat = Leat.open(data, Small.settings())) {
            assertThat(Small.texts(leat, "hurt")).containsExactly("new");
        }
    }
}
