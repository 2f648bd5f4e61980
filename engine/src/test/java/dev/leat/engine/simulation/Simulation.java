package dev.leat.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.spi.Command;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.DeleteStreamResult;
import dev.leat.engine.Settings;
import dev.leat.engine.SteppedCore;
import dev.leat.engine.archive.ArchiveCompactor;
import dev.leat.engine.archive.SegmentUsage;
import dev.leat.engine.checkpoint.Checkpoint;
import dev.leat.engine.figures.Meters;
import dev.leat.engine.invariant.AFailedCommandChangedNothing;
import dev.leat.engine.invariant.AcknowledgedExactlyOnceAndInOrder;
import dev.leat.engine.invariant.Ledger;
import dev.leat.engine.invariant.Ledger.Page;
import dev.leat.engine.invariant.LimitsHold;
import dev.leat.engine.invariant.NoAcknowledgedMessageLost;
import dev.leat.engine.invariant.NothingSeenIsTakenBack;
import dev.leat.engine.invariant.ProducerStateAgreesWithData;
import dev.leat.engine.settings.Limits;
import dev.leat.engine.subscription.WebhookCalls;
import dev.leat.engine.support.Found;
import dev.leat.storage.StorageException;
import dev.leat.storage.archive.Run;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The whole engine on one thread. A seed decides what happens next: a command, a shard's turn, a commit, a piece of a checkpoint,
 * a failure, the end of the process. What callers know is in the ledger, and whatever is read is held against it.
 */
public final class Simulation {
    private static final int SHARDS = 4;
    private static final List<Character> OF_STREAMS_AND_QUEUES = // what of the store goes with them
            List.of('C', 'D', 'E', 'M', 'P', 'Q', 'R', 'S', 'T', 'V', 'X');
    private static final Limits LIMITS = new Limits(1000, 1500, 15_000, 1 << 20, 1 << 30, 100);

    private final Course course;
    private final Settings settings;
    private final Faults faults = new Faults();
    private final SimulatedJournal.Disk journalDisk = new SimulatedJournal.Disk();
    private final SimulatedArchive.Disk archiveDisk = new SimulatedArchive.Disk();
    private final SimulatedStore.Disk storeDisk = new SimulatedStore.Disk();
    private final Readers readers;
    private final Calls calls;
    private final Callers callers;
    private final QueueTraffic traffic;
    private final ArrayDeque<Runnable> patient = new ArrayDeque<>();
    private final AtomicReference<@Nullable StorageException> failure = new AtomicReference<>();
    private SimulatedJournal journal;
    private SteppedCore.Parts parts;
    private SteppedCore core;
    private @Nullable CompletableFuture<Checkpoint.Capture> capture;
    private List<Run> written = List.of();

    Simulation(long seed) {
        this.course = new Course(seed);
        this.settings = Settings.defaults()
                .withShards(SHARDS)
                .withThreads(2)
                .withInbox(40)
                .with(LIMITS)
                .with(course.clock);
        List<Ledger.Promise> promises = List.of(
                new NoAcknowledgedMessageLost(),
                new AcknowledgedExactlyOnceAndInOrder(),
                new NothingSeenIsTakenBack(),
                new AFailedCommandChangedNothing(),
                new LimitsHold(LIMITS));
        this.readers = new Readers(course, promises, () -> core.streams());
        this.calls = new Calls(course, () -> core.streams());
        this.callers = new Callers(course, calls, readers);
        this.journal = new SimulatedJournal(journalDisk);
        this.core = start(Long.MAX_VALUE);
        this.traffic = new QueueTraffic(course, () -> core.queues(), this::settle);
        traffic.begin();
    }

    private SteppedCore start(long upTo) {
        journal = new SimulatedJournal(journalDisk);
        SimulatedStore store = new SimulatedStore(storeDisk, faults);
        SegmentUsage book = SegmentUsage.load(store);
        SimulatedArchive archive = new SimulatedArchive(archiveDisk, book.segments(), faults);
        capture = null;
        patient.clear();
        failure.set(null);
        parts = new SteppedCore.Parts(journal, archive, store, book);
        return new SteppedCore(
                parts,
                SHARDS,
                settings,
                new Meters(SHARDS),
                new WebhookCalls(),
                upTo,
                (work, reply) -> patient.add(work),
                failure::set);
    }

    /** Runs and returns a number that tells whether two runs did the same. */
    long run(int steps) {
        for (int i = 0; i < steps; i++) {
            step();
            if (failure.get() != null) {
                recoverFromFailure();
            }
            assertThat(core.usage().total()).isBetween(0L, LIMITS.totalBytes());
        }
        finish();
        checkEverything();
        deleteEverything();
        return course.trace();
    }

    /** The end may come in order or not. */
    private void finish() {
        faults.clear();
        if (course.oneIn(2)) {
            recoverFromCrash();
        }
        settle();
        if (failure.get() != null || journal.isBroken()) { // a journal may be broken without anyone having noticed
            recoverFromFailure();
            settle();
        }
        if (capture != null) {
            core.checkpoint().write(capture.join());
            settle();
        }
    }

    Course.Counts counts() {
        return course.counts;
    }

    QueueTraffic traffic() {
        return traffic;
    }

    private void step() {
        int kind = course.random.nextInt(1000);
        course.trace("step " + kind);
        if (kind < 200) {
            callers.command(course.anyPage());
        } else if (kind < 380) {
            traffic.act();
        } else if (kind < 400) {
            read();
        } else if (kind < 640) {
            core.workers().get(course.random.nextInt(core.workers().size())).turn();
        } else if (kind < 800) {
            journal.sync(1 + course.random.nextInt(4));
        } else if (kind < 880) {
            readers.look(course.anyPage());
        } else if (kind < 950) {
            checkpointStep();
        } else if (kind < 970) {
            course.clock.advance(Duration.ofMillis(1 + course.random.nextInt(3000)));
        } else if (kind < 978) {
            settleAndCheck();
        } else if (kind < 986) {
            recoverFromCrash();
        } else if (kind < 990) {
            journal.fail(course.random);
        } else {
            armFault();
        }
    }

    /** The oldest read that a shard left to a thread that may wait for the disk. */
    private boolean read() {
        Runnable work = patient.poll();
        if (work != null) {
            work.run();
        }
        return work != null;
    }

    private void settleAndCheck() {
        settle();
        if (!journal.isBroken()) {
            checkEverything();
        }
    }

    private void checkEverything() {
        Ledger.Promise producers = new ProducerStateAgreesWithData(this::callNow);
        for (Page page : course.ledger.pages.values()) {
            readers.look(page);
            if (course.isLive(page) && !page.seenClosed) {
                producers.check(course.ledger, page, readers.read(page));
            }
        }
        for (Page page : course.ledger.pages.values()) {
            readers.requireReferenced(page);
        }
        traffic.check();
    }

    private Object callNow(Command.Append command) {
        Found<AppendResult> found = new Found<>();
        core.streams().submit(command, found);
        settle();
        return Objects.requireNonNullElse(found.outcome, found.rejection);
    }

    /** Lets everything that was begun come to its end. */
    private void settle() {
        boolean busy = true;
        while (busy && failure.get() == null) {
            busy = journal.pending() > 0;
            journal.sync(Integer.MAX_VALUE);
            for (var worker : core.workers()) {
                busy |= worker.turn();
            }
            busy |= read();
        }
    }

    private void armFault() {
        if (course.oneIn(2)) {
            faults.failAfter(course.random.nextInt(12));
        } else {
            faults.crashAfter(course.random.nextInt(12));
        }
    }

    private void checkpointStep() {
        CompletableFuture<Checkpoint.Capture> captured = capture;
        try {
            if (captured == null) {
                capture = course.oneIn(3) ? captureSome() : core.checkpoint().captureAll();
            } else if (captured.isCompletedExceptionally()) {
                capture = null;
            } else if (captured.isDone()) {
                capture = null;
                course.counts.checkpoints++;
                written = core.checkpoint().write(captured.join());
                tidy();
            }
        } catch (Faults.CrashException crash) {
            recoverFromCrash();
        } catch (StorageException e) {
            failure.set(e);
        }
    }

    /** A checkpoint of some of the shards, as on a disk that has no space for all. */
    private CompletableFuture<Checkpoint.Capture> captureSome() {
        List<Integer> shards = new ArrayList<>();
        for (int shard = 0; shard < core.checkpoint().shards(); shard++) {
            if (course.oneIn(2)) {
                shards.add(shard);
            }
        }
        Collections.shuffle(shards, course.random);
        return shards.isEmpty()
                ? core.checkpoint().captureAll()
                : core.checkpoint().capture(shards);
    }

    private void tidy() {
        boolean isShort = course.oneIn(2);
        if (course.oneIn(2)) {
            ArchiveCompactor tidy =
                    new ArchiveCompactor(parts.archive(), parts.store(), parts.segments(), new ArchiveCompactor.Pace() {
                        @Override
                        public void spent(int bytes) {}

                        @Override
                        public boolean isUrgent() {
                            return course.oneIn(10);
                        }

                        @Override
                        public boolean isShortOfSpace() {
                            return isShort;
                        }

                        @Override
                        public long space() {
                            return isShort ? course.random.nextInt(3000) : Long.MAX_VALUE;
                        }
                    });
            tidy.join(written);
            tidy.reclaim();
        }
    }

    /** As the embedded engine does it: everything on its way is refused or finished, then a new core takes over. */
    private void recoverFromFailure() {
        course.counts.failures++;
        course.trace("failure");
        stop();
        assertThat(calls.pending()).as("commands without an answer").isEmpty();
        assertThat(traffic.pending()).as("commands to queues without an answer").isZero();
        long durable = journal.durable();
        storeDisk.crash(course.random);
        archiveDisk.crash();
        faults.clear();
        core = start(durable);
        checkAfterRecovery();
    }

    /** Ends the workers as threads end them: what was taken in is finished, and whoever waits for more is refused. */
    private void stop() {
        for (int quiet = 0; quiet < 10; ) {
            boolean busy = journal.pending() > 0;
            journal.sync(Integer.MAX_VALUE);
            for (var worker : core.workers()) {
                busy |= worker.turn();
            }
            quiet = read() || busy ? 0 : quiet + 1;
        }
        core.workers().forEach(worker -> worker.stop());
        core.workers().forEach(worker -> worker.run());
        while (read()) {}
    }

    private void recoverFromCrash() {
        course.counts.crashes++;
        course.trace("crash");
        journal.crash(course.random);
        storeDisk.crash(course.random);
        archiveDisk.crash();
        faults.clear();
        core = start(Long.MAX_VALUE);
        calls.crash();
        traffic.crash();
        checkAfterRecovery();
    }

    private void checkAfterRecovery() {
        course.ledger.pages.values().forEach(readers::look);
        if (course.oneIn(2)) {
            settleAndCheck();
        }
    }

    /** When the last stream and the last queue are deleted nothing stays behind, in memory or on disk. */
    private void deleteEverything() {
        List<Page> order = new ArrayList<>(course.ledger.pages.values());
        Collections.shuffle(order, course.random);
        for (Page page : order) {
            core.streams().submit(new Command.Delete(page.path), new Found<DeleteStreamResult>());
        }
        settle();
        traffic.deleteEverything();
        for (Page page : order) {
            assertThat(readers.isThere(page))
                    .as("%s is deleted, and so is every fork of it", page.path)
                    .isFalse();
        }
        assertThat(core.usage().total()).as("bytes in use").isZero();
        for (int i = 0; i < 2; i++) {
            CompletableFuture<Checkpoint.Capture> last = core.checkpoint().captureAll();
            settle();
            core.checkpoint().write(last.join());
            settle();
        }
        assertThat(core.usage().hot()).as("bytes in memory").isZero();
        assertThat(core.usage().metadata()).as("bytes of metadata").isZero();
        List<Character> left = new ArrayList<>();
        for (char kind : OF_STREAMS_AND_QUEUES) {
            byte[] next = {(byte) (kind + 1)};
            parts.store().scan(new byte[] {(byte) kind}, next, (key, value) -> left.add(kind));
        }
        assertThat(left).as("kinds of entries left in the store").isEmpty();
    }
}
