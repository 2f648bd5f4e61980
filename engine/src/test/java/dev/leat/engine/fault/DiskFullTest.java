package dev.leat.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.StreamConfig;
import dev.leat.engine.Settings;
import dev.leat.storage.OutOfSpaceException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Disks that fill up. What was acknowledged stays, and appends go on when there is space again. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DiskFullTest {
    private static final String PADDING = "x".repeat(2000);

    @TempDir
    Path temporary;

    private Mount disk(String size) throws IOException {
        return Mount.tmpfs(Files.createDirectory(temporary.resolve("disk")), size);
    }

    private static Settings settings() {
        Settings small = Small.settings();
        return small.with(small.checkpoint().withBytes(1 << 20).withLeastFreeDisk(40 << 20));
    }

    private static void appendUntilRefused(DurableStream stream, List<String> answered, Class<?> refusal) {
        while (true) {
            String text = "message " + answered.size() + PADDING;
            try {
                stream.append(text);
                answered.add(text);
            } catch (RejectedException e) {
                assertThat(e.rejection())
                        .isInstanceOfAny(
                                Rejection.DiskFull.class, Rejection.Unavailable.class, Rejection.Overloaded.class);
                if (refusal.isInstance(e.rejection())) {
                    return;
                }
            }
        }
    }

    private static void appendUntilAnswered(DurableStream stream, List<String> answered) {
        Small.until(() -> {
            String text = "message " + answered.size() + PADDING;
            try {
                stream.append(text);
                answered.add(text);
                return true;
            } catch (RejectedException e) {
                return false;
            }
        });
    }

    private static void fill(Path file, long bytes) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] block = new byte[64 << 10];
            for (long left = bytes; left > 0; left -= block.length) {
                out.write(block);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
    }

    @Test
    void onADiskThatIsNearlyFullAppendsAreRefusedAndReadsGoOn() throws IOException {
        try (Mount disk = disk("128m")) {
            Path filler = disk.root().resolve("filler");
            Path data = disk.root().resolve("data");
            List<String> answered = new ArrayList<>();
            try (Leat leat = Leat.open(data, settings())) {
                DurableStream stream = leat.stream("a");
                stream.create(StreamConfig.text());
                stream.append("first");
                answered.add("first");
                fill(filler, disk.root().toFile().getUsableSpace() - (38 << 20));

                appendUntilRefused(stream, answered, Rejection.DiskFull.class);
                assertThat(Small.texts(leat, "a")).isEqualTo(answered);
                assertThat(Small.refusal(() -> leat.stream("b").create(StreamConfig.text())))
                        .isInstanceOf(Rejection.DiskFull.class);

                Files.delete(filler);
                appendUntilAnswered(stream, answered);
                assertThat(Small.texts(leat, "a")).isEqualTo(answered);
            }
            try (Leat leat = Leat.open(data, settings())) {
                assertThat(Small.texts(leat, "a")).isEqualTo(answered);
            }
        }
    }

    @Test
    void onAFullDiskSpaceIsMadeByDeletingStreams() throws IOException {
        try (Mount disk = disk("96m")) {
            List<String> answered = new ArrayList<>();
            try (Leat leat = Leat.open(disk.root().resolve("data"), settings())) {
                leat.stream("old").create(StreamConfig.text());
                leat.stream("kept").create(StreamConfig.text());
                leat.stream("kept").append("kept");

                appendUntilRefused(leat.stream("old"), answered, Rejection.DiskFull.class);
                fill(disk.root().resolve("filler"), disk.root().toFile().getUsableSpace() - (12 << 20));
                leat.stream("old").delete();

                List<String> kept = new ArrayList<>(List.of("kept"));
                appendUntilAnswered(leat.stream("kept"), kept);
                assertThat(Small.texts(leat, "kept")).isEqualTo(kept);
            }
        }
    }

    @Test
    void aDiskThatIsFullAtOnceLosesNothingThatWasAnswered() throws IOException {
        try (Mount disk = disk("128m")) {
            Path filler = disk.root().resolve("filler");
            Path data = disk.root().resolve("data");
            List<String> answered = new ArrayList<>();
            Settings careless = settings().with(settings().checkpoint().withLeastFreeDisk(16 << 20));
            try (Leat leat = Leat.open(data, careless)) {
                DurableStream stream = leat.stream("a");
                stream.create(StreamConfig.text());
                for (int i = 0; i < 100; i++) {
                    stream.append("message " + i);
                    answered.add("message " + i);
                }
                fill(filler, Long.MAX_VALUE);

                appendUntilRefused(stream, answered, Object.class);
                assertThat(Small.available(() -> Small.texts(leat, "a"))).isEqualTo(answered);

                Files.delete(filler);
                appendUntilAnswered(stream, answered);
                assertThat(Small.available(() -> Small.texts(leat, "a"))).isEqualTo(answered);
            }
            try (Leat leat = Leat.open(data, careless)) {
                assertThat(Small.texts(leat, "a")).isEqualTo(answered);
            }
        }
    }

    @Test
    void aDirectoryOnAFullDiskIsNotMade() throws IOException {
        try (Mount disk = disk("1m")) {
            fill(disk.root().resolve("filler"), Long.MAX_VALUE);

            assertThatThrownBy(() ->
                            Leat.open(disk.root().resolve("data"), settings()).close())
                    .isInstanceOf(OutOfSpaceException.class)
                    .hasMessageContaining(disk.root().toString());
        }
    }

    @Test
    void whatACheckpointCouldNotWriteIsWrittenByTheNext() throws IOException {
        Path data = Files.createDirectories(temporary.resolve("data"));
        Files.createDirectories(data.resolve("archive"));
        try (Mount archive = Mount.tmpfs(data.resolve("archive"), "256k")) {
            List<String> answered = new ArrayList<>();
            Path killed;
            try (Leat leat = Leat.open(data, Small.settings())) {
                leat.stream("a").create(StreamConfig.text());
                leat.stream("b").create(StreamConfig.text());
                for (int i = 0; i < 300; i++) {
                    leat.stream("a").append("message " + i + PADDING);
                    answered.add("message " + i + PADDING);
                }

                assertThatThrownBy(() -> Small.checkpoint(leat))
                        .isInstanceOf(OutOfSpaceException.class)
                        .hasMessageContaining(archive.root().toString());
                archive.resize("64m");
                Small.available(() -> leat.stream("b").append("something else"));
                Small.available(
                        () -> { // the engine may still be about to recover
                            Small.checkpoint(leat);
                            return true;
                        });

                assertThat(Small.texts(leat, "a")).isEqualTo(answered);
                killed = Damage.killed(data, temporary.resolve("killed"));
            }
            try (Leat leat = Leat.open(killed, Small.settings())) {
                assertThat(Small.texts(leat, "a")).isEqualTo(answered);
            }
        }
    }

    @Test
    void aBackupThatFindsNoSpaceSaysSoAndTheEngineGoesOn() throws IOException {
        try (Mount disk = disk("256k");
                Leat leat = Leat.open(temporary.resolve("data"), Small.settings())) {
            leat.stream("a").create(StreamConfig.text());
            leat.stream("a").append("x".repeat(80_000));
            leat.stream("a").append("y".repeat(80_000));

            assertThatThrownBy(() -> leat.backup(disk.root().resolve("copy")))
                    .isInstanceOf(OutOfSpaceException.class)
                    .hasMessageContaining(disk.root().toString());

            leat.stream("a").append("z");
            assertThat(Small.texts(leat, "a")).hasSize(3);
        }
    }
}
