package dev.leat.engine;

import dev.leat.engine.stream.Limits;
import dev.leat.storage.archive.ArchiveSettings;
import dev.leat.storage.journal.JournalSettings;
import dev.leat.storage.store.StoreSettings;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * How an engine is to run. Start from {@link #defaults} and change what matters.
 *
 * @param shards how many shards a new data directory gets: a power of two from 1 to 256; null for what the directory has,
 *     16 if it is new. It cannot be changed later
 * @param threads how many threads run them
 * @param inbox how many calls may wait for one of those threads
 * @param journal its segment size counts only for a new data directory
 */
public record Settings(
        @Nullable Integer shards,
        int threads,
        int inbox,
        Limits limits,
        CheckpointSettings checkpoint,
        JournalSettings journal,
        ArchiveSettings archive,
        StoreSettings store,
        InstantSource clock) {

    public static final int DEFAULT_SHARDS = 16;
    public static final int MAX_SHARDS = 256;

    public Settings {
        if (shards != null && (shards < 1 || shards > MAX_SHARDS || Integer.bitCount(shards) != 1)) {
            throw new IllegalArgumentException(
                    "the shard count is a power of two from 1 to " + MAX_SHARDS + ", not " + shards);
        }
        if (threads < 1 || inbox < 1) {
            throw new IllegalArgumentException(
                    "there is at least one thread and room for one call, not " + threads + ", " + inbox);
        }
    }

    public static Settings defaults() {
        return new Settings(
                null,
                Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
                65_536,
                Limits.defaults(),
                CheckpointSettings.defaults(),
                JournalSettings.defaults(),
                ArchiveSettings.defaults(),
                StoreSettings.defaults(),
                SteadyClock.system());
    }

    public Settings withShards(int count) {
        return new Settings(count, threads, inbox, limits, checkpoint, journal, archive, store, clock);
    }

    public Settings withThreads(int count) {
        return new Settings(shards, count, inbox, limits, checkpoint, journal, archive, store, clock);
    }

    public Settings withInbox(int calls) {
        return new Settings(shards, threads, calls, limits, checkpoint, journal, archive, store, clock);
    }

    public Settings with(Limits limits) {
        return new Settings(shards, threads, inbox, limits, checkpoint, journal, archive, store, clock);
    }

    public Settings with(CheckpointSettings checkpoint) {
        return new Settings(shards, threads, inbox, limits, checkpoint, journal, archive, store, clock);
    }

    public Settings with(JournalSettings journal) {
        return new Settings(shards, threads, inbox, limits, checkpoint, journal, archive, store, clock);
    }

    public Settings with(ArchiveSettings archive) {
        return new Settings(shards, threads, inbox, limits, checkpoint, journal, archive, store, clock);
    }

    public Settings with(StoreSettings store) {
        return new Settings(shards, threads, inbox, limits, checkpoint, journal, archive, store, clock);
    }

    public Settings with(InstantSource clock) {
        return new Settings(shards, threads, inbox, limits, checkpoint, journal, archive, store, clock);
    }
}
