package dev.leat.engine.scrub;

import dev.leat.engine.archive.SegmentUsage;
import dev.leat.engine.figures.ScrubMeter;
import dev.leat.engine.settings.ScrubSettings;
import dev.leat.storage.archive.FileArchive;
import dev.leat.storage.layout.DataDirectory;
import dev.leat.storage.settings.ArchiveSettings;
import dev.leat.storage.settings.StoreSettings;
import dev.leat.storage.store.RocksStore;
import dev.leat.testkit.VirtualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** The scrub of a data directory that no engine has open: it takes a step whenever the test says so, by a clock of the test. */
public final class ScrubRig implements AutoCloseable {
    /** What was read is read again. */
    private static final StoreSettings UNCACHED = new StoreSettings(1, 32 << 20, 256, 1);

    final VirtualClock clock;
    final RocksStore store;
    final FileArchive archive;
    final DamageRegister register;
    final ScrubMeter meter = new ScrubMeter();
    final AtomicBoolean busy = new AtomicBoolean();
    final Scrub scrub;

    ScrubRig(Path directory, ScrubSettings settings, VirtualClock clock) {
        this.clock = clock;
        store = RocksStore.open(directory.resolve("store"), UNCACHED);
        archive = FileArchive.open(
                directory.resolve("archive"),
                ArchiveSettings.defaults(),
                SegmentUsage.load(store).segments());
        register = new DamageRegister(clock);
        scrub = new Scrub(
                archive,
                store,
                register,
                settings,
                meter,
                clock,
                ScrubRecord.of(directory).orElse(ScrubRecord.NONE),
                busy::get,
                record -> write(directory.resolve("SCRUB"), record));
    }

    private static void write(Path file, byte[] content) {
        try {
            Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One step, and the time that the scrub wants to pass after it. */
    void step() {
        clock.advance(Duration.ofNanos(scrub.step()));
    }

    /** Steps until a cycle has ended. */
    void cycle() {
        long before = figures().cycles();
        while (figures().cycles() == before) {
            step();
        }
    }

    ScrubMeter.Figures figures() {
        return meter.figures(register.all(), register.failedReads());
    }

    /** As the process ends in order; without it, as a kill leaves it. */
    void end() {
        scrub.close();
        close();
    }

    @Override
    public void close() {
        archive.close();
        store.close();
    }

    /** What an engine recorded in a directory that it has open. */
    static ScrubRecord recorded(Path directory) {
        return DataDirectory.scrubRecord(directory).flatMap(ScrubRecord::read).orElse(ScrubRecord.NONE);
    }
}
