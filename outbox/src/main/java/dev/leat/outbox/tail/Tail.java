package dev.leat.outbox.tail;

import dev.leat.outbox.Intent;
import dev.leat.outbox.Invalidations;
import dev.leat.outbox.Outcome;
import dev.leat.outbox.Receipt;
import dev.leat.outbox.TailStatus;
import dev.leat.outbox.Wait;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.Dialect;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/** This node's caches, how far they and those of other nodes are, and who waits for that. */
public final class Tail implements AutoCloseable {

    private final Caches caches;
    private final TailCounters counters = new TailCounters();
    private final Wakeups wakeups;
    private final CommitWaits waits;
    private final Keeper keeper;
    private final Follower follower;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile boolean following;

    public Tail(Database database, String namespace, String node, List<Invalidations> joined, TailOptions options) {
        Dialect dialect = database.dialect();
        Presence presence = new Presence(database, namespace, node, options.aliveFor());
        boolean snapshots = dialect.commitOrder() == Dialect.CommitOrder.SNAPSHOTS;
        wakeups = new Wakeups(database, namespace, options.listen());
        caches = new Caches(joined, counters);
        waits = new CommitWaits(
                namespace, new CommitTable(database, namespace), caches, presence, wakeups, snapshots);
        keeper = new Keeper(database, new Retention(database, options.keep()), counters);
        wakeups.onAnswers(waits::moved);
        Feed feed = Feed.of(dialect, namespace, options.maxTransaction());
        follower = new Follower(database, feed, caches, presence, counters, options, waits::moved, wakeups::answered);
    }

    /** Begins to listen, to delete what is old, and if there is a cache to keep right to follow. */
    public void start() {
        if (started.getAndSet(true)) {
            throw new IllegalStateException("the outbox was started before");
        }
        keeper.start();
        wakeups.start();
        if (!caches.isEmpty()) {
            wakeups.onInvalidations(follower::wake);
            wakeups.onQuestions(follower::ask);
            follower.start();
            waits.follow(follower);
            following = true;
        }
    }

    /** What wakes the relays as well. */
    public Wakeups wakeups() {
        return wakeups;
    }

    /**
     * The writer's own node does not wait for the database to tell it what it wrote.
     *
     * @param shards where its events are, by route; empty if that is not known
     */
    public void committed(Receipt receipt, List<Intent> intents, Map<String, Set<Integer>> shards) {
        caches.committed(receipt.commitRef(), intents);
        wakeups.committed(receipt.commitRef(), receipt.events(), receipt.invalidations() > 0, shards);
    }

    /** A relay of this process has handed rows of these commits on, or given them up. */
    public void settled(Collection<UUID> commits) {
        waits.settled(commits);
    }

    /**
     * @param confirmed whether the writer has said that the commit happened
     * @param appliedHere whether it said so to this outbox
     */
    public Outcome await(Receipt receipt, boolean confirmed, boolean appliedHere, Wait wait, Duration within) {
        return waits.await(receipt, confirmed, appliedHere, wait, within);
    }

    public TailStatus status() {
        return new TailStatus(
                following,
                following ? Duration.ofNanos(follower.lagNanos()) : Duration.ZERO,
                follower.remembered(),
                follower.holes(),
                wakeups.isListening(),
                counters.applied.sum(),
                counters.purged.sum(),
                counters.flushes(),
                counters.flushFailures.sum(),
                caches.alerts(),
                counters.wakeups(),
                waits.ended());
    }

    @Override
    public void close() {
        following = false;
        waits.follow(null);
        try {
            wakeups.close();
            keeper.stop();
            follower.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
