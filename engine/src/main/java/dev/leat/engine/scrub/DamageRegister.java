package dev.leat.engine.scrub;

import dev.leat.engine.figures.Damage;
import dev.leat.storage.CorruptionException;
import dev.leat.storage.StorageException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The damage that is known, whether the scrub or a reader has found it. Each is logged when it is found and when it is gone, not with
 * every read that meets it. Any thread; it outlives a recovery of the engine.
 */
public final class DamageRegister {
    /** A disk that is falling apart gives no endless list. */
    static final int LIMIT = 1000;

    static final String STORE_WAY_OUT = "restore a backup; the disk has lost bytes: look after it";

    private static final Logger LOG = LoggerFactory.getLogger(DamageRegister.class);
    private static final Duration QUIET = Duration.ofMinutes(1);
    private static final int FAILURES_REMEMBERED = 100;

    private final InstantSource clock;
    private final Map<Damage.Place, Damage> known = new LinkedHashMap<>();
    private final Map<String, Instant> logged = new HashMap<>();
    private final LongAdder failedReads = new LongAdder();
    private long version;
    private boolean full;

    public DamageRegister(InstantSource clock) {
        this.clock = clock;
    }

    /** Takes over what an earlier process had found. */
    synchronized void restore(List<Damage> found) {
        found.forEach(damage -> known.putIfAbsent(damage.place(), damage));
    }

    /** Keeps a damage. Of a place that is known to be damaged, and beyond the limit, it keeps and logs nothing. */
    void add(Damage.Place place, StorageException cause, String affected, String wayOut) {
        add(place, words(cause), affected, wayOut);
    }

    synchronized void add(Damage.Place place, String what, String affected, String wayOut) {
        if (known.containsKey(place)) {
            return;
        }
        if (known.size() >= LIMIT) {
            if (!full) {
                LOG.error("more than {} parts are damaged: the others are neither kept nor logged", LIMIT);
            }
            full = true;
            return;
        }
        known.put(place, new Damage(place, what, affected, wayOut, clock.instant()));
        version++;
        LOG.error("damage: {}; affects {}; {}", what, affected, wayOut);
    }

    /** Forgets a damage, if it is known: the part is sound again, or is not used any more. */
    synchronized void remove(Damage.Place place, String why) {
        Damage gone = known.remove(place);
        if (gone != null) {
            full = false;
            version++;
            LOG.info("no longer damaged, {}: {}", why, gone.what());
        }
    }

    public synchronized List<Damage> all() {
        return new ArrayList<>(known.values());
    }

    public synchronized int size() {
        return known.size();
    }

    synchronized boolean has(Damage.Place place) {
        return known.containsKey(place);
    }

    /** Changes whenever the damage that is known does. */
    synchronized long version() {
        return version;
    }

    /** Keeps the damage of a row of the store. */
    void addRow(CorruptionException cause, CorruptionException.Row row) {
        String affected = row.subject().isEmpty() ? "what this row is about" : row.subject();
        add(new Damage.OfEntry(row.key()), cause, affected, STORE_WAY_OUT);
    }

    /**
     * Keeps the damage if a read failed because of a row of the store. Counts a read that failed, and logs it unless that was done within
     * the last minute or the damage is known.
     */
    public void readFailed(RuntimeException cause) {
        failedReads.increment();
        if (cause instanceof CorruptionException corruption) {
            corruption.row().ifPresent(row -> addRow(corruption, row));
        }
        String words = cause instanceof StorageException storage ? words(storage) : String.valueOf(cause.getMessage());
        if (isNews(words)) {
            LOG.error("a read failed: {}", cause.getMessage(), cause);
        }
    }

    private synchronized boolean isNews(String words) {
        Instant now = clock.instant();
        logged.values().removeIf(at -> at.plus(QUIET).isBefore(now));
        return known.values().stream().noneMatch(damage -> damage.what().equals(words))
                && logged.size() < FAILURES_REMEMBERED
                && logged.putIfAbsent(words, now) == null;
    }

    /** How many reads failed because of storage. */
    public long failedReads() {
        return failedReads.sum();
    }

    private static String words(StorageException cause) {
        return cause instanceof CorruptionException corruption
                ? corruption.damage()
                : String.valueOf(cause.getMessage());
    }
}
