package dev.leat.engine;

import dev.leat.engine.archive.SegmentUsage;
import dev.leat.storage.archive.Archive;
import dev.leat.storage.archive.FileArchive;
import dev.leat.storage.archive.MemoryArchive;
import dev.leat.storage.journal.FileJournal;
import dev.leat.storage.journal.Journal;
import dev.leat.storage.journal.MemoryJournal;
import dev.leat.storage.layout.DataDirectory;
import dev.leat.storage.settings.ArchiveSettings;
import dev.leat.storage.settings.JournalSettings;
import dev.leat.storage.store.MemoryStore;
import dev.leat.storage.store.RocksStore;
import dev.leat.storage.store.Store;

/** The three places where an engine keeps things. */
record Storage(Journal journal, Archive archive, Store store, SegmentUsage segments) {

    static Storage open(DataDirectory directory, Settings settings) {
        JournalSettings asked = settings.journal();
        int segment = Math.toIntExact(directory.manifest().journalSegmentBytes());
        JournalSettings journal =
                new JournalSettings(segment, Math.min(segment, asked.fillStep()), asked.spareSegments());
        Store store = RocksStore.open(directory.store(), settings.store());
        try {
            SegmentUsage segments = SegmentUsage.load(store);
            Archive archive = FileArchive.open(directory.archive(), archive(settings), segments.segments());
            try {
                return new Storage(FileJournal.open(directory.journal(), journal), archive, store, segments);
            } catch (RuntimeException e) {
                archive.close();
                throw e;
            }
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /**
     * The settings of the archive, with segments of half of {@code leastFreeDisk} at most: appends stop while that much is free, so
     * there is space to rewrite a segment of which some is deleted.
     */
    private static ArchiveSettings archive(Settings settings) {
        long most = settings.checkpoint().leastFreeDisk() / 2;
        return settings.archive().withSegmentBytes(Math.min(settings.archive().segmentBytes(), most));
    }

    static Storage inMemory(Settings settings) {
        return new Storage(
                new MemoryJournal(), new MemoryArchive(settings.archive()), new MemoryStore(), new SegmentUsage());
    }

    /** Whether nothing is left of it after a restart. */
    boolean isForgetful() {
        return store instanceof MemoryStore;
    }

    void close() {
        try (store;
                archive) {
            journal.close();
        }
    }
}
