package dev.leat.engine.doctor;

import dev.leat.engine.archive.SegmentUsage;
import dev.leat.engine.shard.Placement;
import dev.leat.engine.stream.StreamRecord;
import dev.leat.storage.Progress;
import dev.leat.storage.StorageException;
import dev.leat.storage.archive.Run;
import dev.leat.storage.archive.Segment;
import dev.leat.storage.journal.JournalCheck;
import dev.leat.storage.layout.DataDirectory;
import dev.leat.storage.settings.StoreSettings;
import dev.leat.storage.store.MemoryStore;
import dev.leat.storage.store.RocksStore;
import dev.leat.storage.store.Store;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One look at a whole data directory, which changes nothing. */
final class Examination {
    private final DataDirectory directory;
    private final Progress progress;
    private final Findings findings = new Findings();
    private Inventory inventory = new Inventory();
    private @Nullable JournalExam journal;

    Examination(DataDirectory directory, Progress progress) {
        this.directory = directory;
        this.progress = progress;
    }

    Report examine() {
        String policy = directory.manifest().hashPolicy();
        if (policy.equals(Placement.POLICY)) {
            examineStorage();
            new ScrubExam(findings, inventory).examine(directory.root());
        } else {
            findings.refusal(
                    "the manifest names the hash policy " + policy + ", which this version of Leat does not know",
                    "everything: nothing else was examined",
                    "use the version of Leat that made the directory");
        }
        return new Report(
                directory.root(),
                findings.all(),
                counters(),
                findings.opens(),
                journal == null ? null : journal.loss());
    }

    private void examineStorage() {
        RocksStore.requireLibrary(); // without it nothing can be said about the directory
        try (Store store = open()) {
            progress.at("store", 0, 0);
            inventory = new StoreExam(store, shards(), findings).read();
            Start start = rehearse(store);
            if (start != null) {
                new ArchiveExam(directory.archive(), start.segments, inventory, findings, progress).examine();
            }
            if (inventory.complete) {
                new SubscriptionExam(findings, shards()).stored(inventory);
            }
            if (inventory.whole && start != null) {
                new QueueExam(findings, shards()).stored(store);
            }
            if (start == null || !inventory.complete) {
                noteUncompared();
            }
            examineJournal(start == null ? null : start.rehearsal);
            if (inventory.complete) {
                new StreamExam(findings).stored(inventory, journal == null ? Set.of() : journal.removed());
            }
        } catch (StorageException e) {
            inventory.whole = false;
            inventory.complete = false;
            findings.refusal(e, "everything: the store knows where the messages of each stream are", Findings.RESTORE);
            noteUncompared();
            examineJournal(null);
        }
    }

    private void noteUncompared() {
        findings.note(
                "archive and journal were not compared with all of the store, because that cannot be read",
                "this report: there may be more",
                "see the problem above");
    }

    /** What a start has before it reads the journal. */
    private record Start(List<Segment> segments, Rehearsal rehearsal) {}

    /** Loads from the store what a start loads; null if a start would fail. */
    private @Nullable Start rehearse(Store store) {
        try {
            return new Start(SegmentUsage.load(store).segments(), Rehearsal.of(store, shards()));
        } catch (StorageException e) {
            if (inventory.whole) {
                findings.refusal(e, "the engine: it does not open", Findings.RESTORE);
            } else {
                findings.refuse();
            }
            return null;
        }
    }

    /** A directory that was made and never used has no store yet. */
    private Store open() {
        return RocksStore.exists(directory.store())
                ? RocksStore.inspect(directory.store(), StoreSettings.defaults())
                : new MemoryStore();
    }

    private void examineJournal(@Nullable Rehearsal rehearsal) {
        progress.at("journal", 0, 0);
        try {
            JournalCheck check = JournalCheck.of(directory.journal(), segmentSize());
            JournalExam exam = new JournalExam(check, rehearsal, findings);
            journal = exam;
            exam.examine();
            new StreamExam(findings).recovered(exam.streams(), shards());
        } catch (StorageException e) {
            findings.refusal(e, "the journal: no engine opens it like this", "do what the message says");
        }
    }

    private int shards() {
        return directory.manifest().shards();
    }

    int segmentSize() {
        return Math.toIntExact(directory.manifest().journalSegmentBytes());
    }

    /** What the store said; empty if it could not be read. */
    Inventory inventory() {
        return inventory;
    }

    /** The journal's part; null if it could not even be listed. */
    @Nullable
    JournalExam journal() {
        return journal;
    }

    private Counters counters() {
        Collection<StreamRecord> streams =
                journal == null || journal.streams().isEmpty() ? inventory.streams.values() : journal.streams();
        Set<Long> ids = streams.stream().map(StreamRecord::id).collect(Collectors.toSet());
        long archived = inventory.runs.stream()
                .filter(run -> ids.contains(run.owner()))
                .mapToLong(Run::messages)
                .sum();
        return new Counters(
                streams.size(),
                archived + (journal == null ? 0 : journal.hotMessages()),
                streams.stream()
                        .mapToLong(stream -> stream.tail() - stream.base())
                        .sum(),
                inventory.runs.size(),
                inventory.segments.size(),
                journal == null ? 0 : journal.frames(),
                journal == null ? 0 : journal.bytes());
    }
}
