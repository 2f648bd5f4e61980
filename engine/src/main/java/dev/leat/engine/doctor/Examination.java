package dev.leat.engine.doctor;

import dev.leat.engine.stream.Placement;
import dev.leat.engine.stream.StreamRecord;
import dev.leat.engine.stream.StreamRecovery;
import dev.leat.storage.Progress;
import dev.leat.storage.StorageException;
import dev.leat.storage.archive.Run;
import dev.leat.storage.journal.JournalCheck;
import dev.leat.storage.layout.DataDirectory;
import dev.leat.storage.store.MemoryStore;
import dev.leat.storage.store.RocksStore;
import dev.leat.storage.store.Store;
import dev.leat.storage.store.StoreSettings;
import java.util.Collection;
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
        } else {
            findings.problem(
                    "the manifest names the hash policy " + policy + ", which this version of Leat does not know",
                    "everything: nothing else was examined",
                    "use the version of Leat that made the directory");
        }
        return new Report(directory.root(), findings.all(), counters(), journal == null ? null : journal.loss());
    }

    private void examineStorage() {
        if (RocksStore.exists(directory.store())) {
            RocksStore.requireLibrary(); // without it nothing can be said about the directory
        }
        try (Store store = open()) {
            progress.at("store", 0, 0);
            inventory = new StoreExam(store, shards(), findings).read();
            if (inventory.whole) {
                new ArchiveExam(directory.archive(), inventory, findings, progress).examine();
                new StreamExam(findings).stored(inventory);
                new SubscriptionExam(findings, shards()).stored(inventory);
                new QueueExam(findings, shards()).stored(store);
                examineJournal(Rehearsal.of(store, shards()));
                return;
            }
        } catch (StorageException e) {
            findings.problem(e, "everything: the store knows where the messages of each stream are", Findings.RESTORE);
        }
        findings.note(
                "archive and journal were not compared with the store, because that cannot be read",
                "this report: there may be more",
                "see the problem above");
        examineJournal(null);
    }

    /** A directory that was made and never used has no store yet. */
    private Store open() {
        return RocksStore.exists(directory.store())
                ? RocksStore.inspect(directory.store(), StoreSettings.defaults())
                : new MemoryStore();
    }

    private void examineJournal(@Nullable StreamRecovery recovery) {
        progress.at("journal", 0, 0);
        try {
            JournalCheck check = JournalCheck.of(directory.journal(), segmentSize());
            JournalExam exam = new JournalExam(check, recovery, findings);
            journal = exam;
            exam.examine();
            new StreamExam(findings).recovered(exam.streams(), shards());
        } catch (StorageException e) {
            findings.problem(e, "the journal: no engine opens it like this", "do what the message says");
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
