package dev.leat.engine;

import dev.leat.api.queue.Presence;
import dev.leat.engine.settings.CheckpointSettings;
import dev.leat.engine.settings.Limits;
import dev.leat.engine.settings.ScrubSettings;
import dev.leat.storage.settings.ArchiveSettings;
import dev.leat.storage.settings.JournalSettings;
import dev.leat.storage.settings.StoreSettings;
import java.time.Duration;
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
 * @param scrub how often everything on disk is compared with its checksums; an engine in memory has no scrub
 * @param lockWait how long an opening waits for another process that has the data directory open; zero does not wait
 * @param presenceTtl how long a sign of life counts of a consumer that does not say it itself
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
        ScrubSettings scrub,
        InstantSource clock,
        Duration lockWait,
        Duration presenceTtl) {

    public static final int DEFAULT_SHARDS = 16;
    public static final int MAX_SHARDS = 256;

    public Settings {
        if (shards != null && (shards < 1 || shards > MAX_SHARDS || Integer.bitCount(shards) != 1)) {
            throw new IllegalArgumentException(
                    "the shard count is a power of two from 1 to " + MAX_SHARDS + ", not " + shards);
        }
        if (presenceTtl.compareTo(Presence.SHORTEST_TTL) < 0 || presenceTtl.compareTo(Presence.LONGEST_TTL) > 0) {
            throw new IllegalArgumentException(
                    "a consumer's time to live is 5 seconds to 10 minutes, not " + presenceTtl);
        }
        if (lockWait.isNegative()) {
            throw new IllegalArgumentException("a wait for the lock cannot take " + lockWait);
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
                ScrubSettings.defaults(),
                SteadyClock.system(),
                Duration.ofSeconds(5),
                Presence.DEFAULT_TTL);
    }

    public Settings withShards(int count) {
        return new Settings(
                count,
                threads,
                inbox,
                limits,
                checkpoint,
                journal,
                archive,
                store,
                scrub,
                clock,
                lockWait,
                presenceTtl);
    }

    public Settings withThreads(int count) {
        return new Settings(
                shards, count, inbox, limits, checkpoint, journal, archive, store, scrub, clock, lockWait, presenceTtl);
    }

    public Settings withInbox(int calls) {
        return new Settings(
                shards,
                threads,
                calls,
                limits,
                checkpoint,
                journal,
                archive,
                store,
                scrub,
                clock,
                lockWait,
                presenceTtl);
    }

    public Settings with(Limits limits) {
        return new Settings(
                shards,
                threads,
                inbox,
                limits,
                checkpoint,
                journal,
                archive,
                store,
                scrub,
                clock,
                lockWait,
                presenceTtl);
    }

    public Settings with(CheckpointSettings checkpoint) {
        return new Settings(
                shards,
                threads,
                inbox,
                limits,
                checkpoint,
                journal,
                archive,
                store,
                scrub,
                clock,
                lockWait,
                presenceTtl);
    }

    public Settings with(JournalSettings journal) {
        return new Settings(
                shards,
                threads,
                inbox,
                limits,
                checkpoint,
                journal,
                archive,
                store,
                scrub,
                clock,
                lockWait,
                presenceTtl);
    }

    public Settings with(ArchiveSettings archive) {
        return new Settings(
                shards,
                threads,
                inbox,
                limits,
                checkpoint,
                journal,
                archive,
                store,
                scrub,
                clock,
                lockWait,
                presenceTtl);
    }

    public Settings with(StoreSettings store) {
        return new Settings(
                shards,
                threads,
                inbox,
                limits,
                checkpoint,
                journal,
                archive,
                store,
                scrub,
                clock,
                lockWait,
                presenceTtl);
    }

    public Settings with(ScrubSettings scrub) {
        return new Settings(
                shards,
                threads,
                inbox,
                limits,
                checkpoint,
                journal,
                archive,
                store,
                scrub,
                clock,
                lockWait,
                presenceTtl);
    }

    public Settings with(InstantSource clock) {
        return new Settings(
                shards,
                threads,
                inbox,
                limits,
                checkpoint,
                journal,
                archive,
                store,
                scrub,
                clock,
                lockWait,
                presenceTtl);
    }

    public Settings withLockWait(Duration lockWait) {
        return new Settings(
                shards,
                threads,
                inbox,
                limits,
                checkpoint,
                journal,
                archive,
                store,
                scrub,
                clock,
                lockWait,
                presenceTtl);
    }

    public Settings withPresenceTtl(Duration presenceTtl) {
        return new Settings(
                shards,
                threads,
                inbox,
                limits,
                checkpoint,
                journal,
                archive,
                store,
                scrub,
                clock,
                lockWait,
                presenceTtl);
    }
}
