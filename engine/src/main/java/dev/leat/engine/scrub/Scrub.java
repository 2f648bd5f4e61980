package dev.leat.engine.scrub;

import dev.leat.engine.figures.ScrubMeter;
import dev.leat.engine.scrub.ScrubCycle.Step;
import dev.leat.engine.settings.ScrubSettings;
import dev.leat.storage.StorageException;
import dev.leat.storage.archive.Archive;
import dev.leat.storage.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when a cycle begins and how fast it goes, and records how far it is. Takes one step at a time and says how long to wait
 * before the next: its thread does the waiting. For one thread.
 */
public final class Scrub {
    private static final Logger LOG = LoggerFactory.getLogger(Scrub.class);

    /** A start has more urgent things to do. */
    private static final Duration LONGEST_DELAY = Duration.ofMinutes(1);

    private static final int DELAYS_PER_CYCLE = 10;

    /** How often damage of what is gone is forgotten. */
    private static final Duration TIDY_EVERY = Duration.ofSeconds(30);

    /** What is read between two records is read again if the process is killed. */
    private static final Duration RECORD_EVERY = Duration.ofMinutes(5);

    private static final long YIELD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final Archive archive;
    private final Store store;
    private final DamageRegister register;
    private final RunDamage runDamage;
    private final ScrubSettings settings;
    private final ScrubPace pace;
    private final ScrubMeter meter;
    private final InstantSource clock;
    private final BooleanSupplier busy;
    private final Consumer<byte[]> file;
    private final Instant opened;
    private @Nullable ScrubCycle cycle;
    private @Nullable Instant began;
    private @Nullable Instant ended;
    private ScrubRecord.@Nullable Position resume;
    private long bytesDone;
    private long bytesTotal;
    private long recordedVersion;
    private Instant recordedAt;
    private Instant tidiedAt;
    private boolean moved;
    private boolean late;

    /**
     * @param recorded what an earlier process recorded
     * @param busy whether readers wait for the disk
     * @param file writes the record
     */
    public Scrub(
            Archive archive,
            Store store,
            DamageRegister register,
            ScrubSettings settings,
            ScrubMeter meter,
            InstantSource clock,
            ScrubRecord recorded,
            BooleanSupplier busy,
            Consumer<byte[]> file) {
        this.archive = archive;
        this.store = store;
        this.register = register;
        this.runDamage = new RunDamage(register, store);
        this.settings = settings;
        this.pace = new ScrubPace(settings.bytesPerSecond());
        this.meter = meter;
        this.clock = clock;
        this.busy = busy;
        this.file = file;
        this.opened = clock.instant();
        this.began = recorded.began();
        this.ended = recorded.ended();
        this.resume = recorded.position();
        this.bytesDone = recorded.bytesDone();
        this.recordedAt = opened;
        this.tidiedAt = opened;
        register.restore(recorded.damage());
        this.recordedVersion = register.version();
        meter.at(0, ended);
    }

    /** Takes a step, if one is due. Returns for how many nanoseconds there is nothing to do. */
    public long step() {
        Instant now = clock.instant();
        tidy(now);
        long wait = work(now);
        record(now);
        return wait;
    }

    private long work(Instant now) {
        Duration every = settings.every();
        if (every == null) {
            return TIDY_EVERY.toNanos();
        }
        ScrubCycle running = cycle;
        if (running == null) {
            Instant due = due(every);
            if (now.isBefore(due)) {
                return Math.min(TIDY_EVERY.toNanos(), Duration.between(now, due).toNanos());
            }
            running = begin(now);
        }
        return goOn(running, now, every);
    }

    /** A cycle that an earlier process did not finish goes on soon; else one begins when half of the setting has passed. */
    private Instant due(Duration every) {
        Duration length = ScrubPace.cycle(every);
        Duration share = length.dividedBy(DELAYS_PER_CYCLE);
        Instant earliest = opened.plus(share.compareTo(LONGEST_DELAY) < 0 ? share : LONGEST_DELAY);
        Instant last = began;
        if (last == null || resume != null) {
            return earliest;
        }
        Instant next = last.isAfter(clock.instant()) ? earliest : last.plus(length);
        return next.isBefore(earliest) ? earliest : next;
    }

    private ScrubCycle begin(Instant now) {
        ScrubRecord.Position position = resume;
        if (position == null) {
            position = ScrubRecord.START;
            began = now;
            bytesDone = 0;
        }
        resume = null;
        late = false;
        ScrubCycle next = new ScrubCycle(archive, store, register, runDamage, position);
        next.recheck();
        bytesTotal = ScrubCycle.total(archive, store);
        cycle = next;
        moved = true;
        return next;
    }

    private long goOn(ScrubCycle running, Instant now, Duration every) {
        Instant start = began == null ? now : began;
        Duration left = Duration.between(now, start.plus(ScrubPace.cycle(every)));
        long bytesLeft = Math.max(0, bytesTotal - bytesDone);
        if (busy.getAsBoolean() && pace.mayYield(bytesLeft, left)) {
            return YIELD_NANOS;
        }
        warn(left);
        return switch (running.next()) {
            case Step.Ended() -> {
                running.forgetUnused();
                end(now);
                yield 0;
            }
            case Step.Again(StorageException cause, int attempt) -> {
                if (attempt == 1) {
                    LOG.warn("the scrub cannot read, and tries again: {}", cause.getMessage());
                }
                yield AGAIN_NANOS;
            }
            case Step.Read(long bytes) -> {
                bytesDone += bytes;
                moved = true;
                meter.read(bytes);
                meter.at(bytesTotal == 0 ? 0 : Math.min(1, (double) bytesDone / bytesTotal), ended);
                yield bytes == 0 ? 0 : ScrubPace.waitNanos(bytes, pace.rate(bytesLeft, left));
            }
        };
    }

    private void warn(Duration left) {
        if (left.isNegative() && !late) {
            late = true;
            LOG.warn(
                    "the scrub takes longer than half of scrub-every: it reads {} bytes a second until it is done;"
                            + " a higher scrub-bytes-per-second, or a longer scrub-every, is worth a thought",
                    settings.bytesPerSecond());
        }
    }

    private void end(Instant now) {
        cycle = null;
        ended = now;
        LOG.info("scrubbed: {} bytes read, {} parts are damaged", bytesDone, register.size());
        meter.ended();
        meter.at(0, now);
        recordNow(now);
    }

    private void tidy(Instant now) {
        if (register.size() > 0 && !now.isBefore(tidiedAt.plus(TIDY_EVERY))) {
            tidiedAt = now;
            ScrubCycle any = cycle;
            (any == null ? new ScrubCycle(archive, store, register, runDamage, ScrubRecord.START) : any).forgetUnused();
        }
    }

    /** New damage is recorded at once, progress now and then. */
    private void record(Instant now) {
        if (register.version() != recordedVersion || (moved && !now.isBefore(recordedAt.plus(RECORD_EVERY)))) {
            recordNow(now);
        }
    }

    /** Records how far it is, if that changed. */
    public void close() {
        if (moved || register.version() != recordedVersion) {
            recordNow(clock.instant());
        }
    }

    private void recordNow(Instant now) {
        long version = register.version();
        ScrubCycle running = cycle;
        ScrubRecord record =
                new ScrubRecord(began, ended, running == null ? resume : running.position(), bytesDone, register.all());
        recordedAt = now;
        moved = false;
        try {
            file.accept(record.toBytes());
            recordedVersion = version;
        } catch (StorageException e) {
            LOG.warn("cannot record what the scrub found: {}", e.getMessage());
            recordedVersion = version; // the next change, or the next record, tries again
            moved = true;
        }
    }
}
