package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.PurgeScope;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.doctor.Report;
import dev.leat.engine.settings.CheckpointSettings;
import dev.leat.storage.settings.ArchiveSettings;
import dev.leat.storage.settings.JournalSettings;
import dev.leat.storage.settings.StoreSettings;
import dev.leat.testkit.VirtualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An engine whose disk has little space left, of which other programs take what they like. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DiskSpaceTest {
    private static final int MIB = 1 << 20;
    private static final int PIECE = 64 << 10;
    private static final String OLD = "{s}old";
    private static final String HOT = "{s}hot";

    @TempDir
    Path temporary;

    private final Random random = new Random(1);
    private final VirtualClock clock = VirtualClock.create();
    private volatile long capacity = 1L << 40;
    private volatile long held = -1; // what is free in any case
    private @Nullable EmbeddedEngine engine;

    /** A disk of a capacity that the data directory uses alone. */
    private final class SmallDisk extends FreeSpace {
        SmallDisk(Path root) {
            super(root);
        }

        @Override
        OptionalLong freeBytes() {
            return OptionalLong.of(held >= 0 ? held : Math.max(0, capacity - used()));
        }
    }

    private Settings settings() {
        return Settings.defaults()
                .withShards(4)
                .withThreads(1)
                .with(new CheckpointSettings(4 * MIB, 512 * MIB, 16 * MIB))
                .with(new JournalSettings(MIB, 256 << 10, 4))
                .with(new ArchiveSettings(256L * MIB, 4, PIECE))
                .with(new StoreSettings(MIB, MIB, 32, 1))
                .with(clock);
    }

    private EmbeddedEngine open() {
        Path data = temporary.resolve("data");
        engine = EmbeddedEngine.open(data, settings(), new SmallDisk(data));
        return engine;
    }

    @AfterEach
    void close() {
        if (engine != null) {
            engine.close();
        }
    }

    private long used() {
        try (Stream<Path> files = Files.walk(temporary.resolve("data"))) {
            return files.mapToLong(DiskSpaceTest::size).sum();
        } catch (IOException | UncheckedIOException e) {
            return used(); // a file went meanwhile
        }
    }

    private static long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void until(BooleanSupplier reached) {
        while (!reached.getAsBoolean()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            assertThat(Thread.currentThread().isInterrupted()).as("timed out").isFalse();
        }
    }

    private DurableStream stream(String path) {
        return new DurableStream(Objects.requireNonNull(engine), StreamPath.of(path));
    }

    private MessageQueue queue(String name) {
        return new MessageQueue(Objects.requireNonNull(engine), QueueName.of(name));
    }

    /** Bytes that no compression makes smaller. */
    private byte[] piece() {
        byte[] bytes = new byte[PIECE];
        random.nextBytes(bytes);
        return bytes;
    }

    private void fill(String path, int bytes) {
        for (int i = 0; i < bytes / PIECE; i++) {
            stream(path).append(piece());
        }
    }

    private static Rejection refusal(Runnable call) {
        try {
            call.run();
        } catch (RejectedException e) {
            return e.rejection();
        }
        throw new AssertionError("it was not refused");
    }

    private static boolean isAccepted(Runnable call) {
        try {
            call.run();
            return true;
        } catch (RejectedException e) {
            assertThat(e.rejection()).isInstanceOf(Rejection.DiskFull.class);
            return false;
        }
    }

    /** Other programs leave so much. */
    private void leave(long free) {
        until(() -> {
            capacity = used() + free; // the store may still delete files
            return Objects.requireNonNull(engine).figures().disk().full();
        });
    }

    /** OLD is archived, and HOT, in the same shard, has more in memory than the disk has space for. */
    private void fillAlmost(StreamConfig old) {
        open().checkpoint();
        stream(OLD).create(old);
        stream("kept").create(StreamConfig.bytes());
        fill(OLD, 24 * MIB);
        fill("kept", MIB / 2);
        engine.checkpoint();
        stream(HOT).create(StreamConfig.bytes());
        fill(HOT, 3 * MIB);
        leave(6 * MIB);
    }

    @Test
    void aDeletedStreamMakesRoomThoughAFullCheckpointDoesNotFit() {
        fillAlmost(StreamConfig.bytes());
        assertThat(refusal(() -> stream("kept").append("x"))).isInstanceOf(Rejection.DiskFull.class);

        stream(OLD).delete();

        until(() -> isAccepted(() -> stream("kept").append("x")));
        assertThat(stream("kept").head().tail().position()).isEqualTo(MIB / 2 + 1);
        assertThat(stream(HOT).head().tail().position()).isEqualTo(3 * MIB);
    }

    @Test
    void whatWasDeletedBeforeARestartMakesRoomAfterIt() {
        fillAlmost(StreamConfig.bytes());
        capacity = used(); // nothing at all can be written
        until(() -> engine.figures().disk().free() == 0);
        stream(OLD).delete();
        engine.close();

        capacity = used() + 6 * MIB;
        open();

        until(() -> isAccepted(() -> stream("kept").append("x")));
        assertThat(stream(HOT).head().tail().position()).isEqualTo(3 * MIB);
    }

    @Test
    void theDoctorFindsNothingWrongAfterADeletedStreamWasReclaimedWithoutACheckpoint() {
        fillAlmost(StreamConfig.bytes());
        held = 6 * MIB;

        stream(OLD).delete();
        until(() -> engine.figures().disk().archiveBytes() < 4 * MIB);
        engine.close();

        Report report = Doctor.check(temporary.resolve("data"));
        assertThat(report.findings()).isEmpty();
        held = -1;
        capacity = 1L << 40;
        open();
        assertThat(stream(HOT).head().tail().position()).isEqualTo(3 * MIB);
        assertThat(refusal(() -> stream(OLD).head())).isInstanceOf(Rejection.StreamNotFound.class);
    }

    @Test
    void aStreamThatExpiresMakesRoom() {
        fillAlmost(StreamConfig.bytes().with(new Lifetime.Idle(Duration.ofHours(1))));

        clock.advance(Duration.ofHours(2));

        until(() -> isAccepted(() -> stream("kept").append("x")));
    }

    @Test
    void aPurgedQueueMakesRoom() {
        open();
        queue("jobs").create(QueueConfig.work());
        queue("kept").create(QueueConfig.work());
        queue("kept").enqueue("kept");
        for (int i = 0; i < 30 * MIB / PIECE; i++) {
            queue("jobs").enqueue(piece());
        }
        engine.checkpoint();
        leave(12 * MIB);
        assertThat(refusal(() -> queue("kept").enqueue("x"))).isInstanceOf(Rejection.DiskFull.class);

        queue("jobs").purge(PurgeScope.ALL);

        until(() -> isAccepted(() -> queue("kept").enqueue("x")));
        assertThat(queue("kept").info().messages()).isEqualTo(2);
    }

    @Test
    void ofWhatIsHalfUsedTheUnusedHalfMakesRoom() {
        open();
        for (String path : new String[] {"a", "b", "c", "d"}) {
            stream(path).create(StreamConfig.bytes());
        }
        for (int i = 0; i < 8; i++) {
            for (String path : new String[] {"a", "b", "c", "d"}) {
                fill(path, MIB);
            }
        }
        engine.checkpoint();
        leave(15 * MIB);

        stream("a").delete();
        stream("b").delete();
        stream("c").delete();

        until(() -> isAccepted(() -> stream("d").append("x")));
        assertThat(stream("d").head().tail().position()).isEqualTo(8 * MIB + 1);
    }

    @Test
    void whatIsDeletedMakesRoomThoughTheRestIsLargerThanTheFreeSpace() {
        open();
        for (String path : new String[] {"a", "b", "c", "d"}) {
            stream(path).create(StreamConfig.bytes());
        }
        for (int i = 0; i < 8; i++) {
            for (String path : new String[] {"a", "b", "c", "d"}) {
                fill(path, MIB);
            }
            engine.checkpoint();
        }
        leave(7 * MIB);

        stream("a").delete();
        stream("b").delete();

        until(() -> isAccepted(() -> stream("d").append("x")));
        assertThat(stream("c").head().tail().position()).isEqualTo(8 * MIB);
        assertThat(stream("d").head().tail().position()).isEqualTo(8 * MIB + 1);
    }

    @Test
    void aReserveThatIsTooSmallForACheckpointIsRefused() {
        CheckpointSettings defaults = CheckpointSettings.defaults();

        assertThatThrownBy(() -> defaults.withLeastFreeDisk(16 * MIB - 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("16777216")
                .hasMessageContaining("checkpoint");
        assertThat(defaults.withLeastFreeDisk(16 * MIB).leastFreeDisk()).isEqualTo(16 * MIB);
    }
}
