package dev.leat.outbox;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * State of the invalidations on one node, with counters since its start.
 *
 * @param following whether it does: it is started and has a cache
 * @param lag how long ago its caches were known to be right
 * @param remembered transactions that were running when it last looked, on PostgreSQL
 * @param holes rows that are missing and may still be committed, on MariaDB, MySQL and H2
 * @param listening whether notifications of other nodes arrive, on PostgreSQL
 * @param applied invalidations that were found in the database
 * @param purged invalidations that were deleted because of their age
 * @param flushes how often a cache had to forget everything, by reason
 * @param flushFailures how often a cache threw when it was to forget everything
 * @param alerts one sentence for each cache that may be stale: it could not apply an invalidation, and has not been flushed since
 * @param wakeups what ended its sleep: here, notify, poll
 * @param waits how often which wait ended how
 */
public record InvalidationStatus(
        boolean following,
        Duration lag,
        int remembered,
        int holes,
        boolean listening,
        long applied,
        long purged,
        Map<String, Long> flushes,
        long flushFailures,
        List<String> alerts,
        Map<String, Long> wakeups,
        Map<Wait.Until, Map<WaitOutcome.Result, Long>> waits) {

    /** Returns how many waits of a kind had a result. */
    public long waited(Wait.Until until, WaitOutcome.Result result) {
        return waits.getOrDefault(until, Map.of()).getOrDefault(result, 0L);
    }
}
