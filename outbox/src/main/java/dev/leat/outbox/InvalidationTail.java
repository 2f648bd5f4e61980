package dev.leat.outbox;

import dev.leat.outbox.invalidation.CommitTable;
import dev.leat.outbox.invalidation.FollowerNodes;
import dev.leat.outbox.invalidation.InvalidationCounters;
import dev.leat.outbox.invalidation.InvalidationFeed;
import dev.leat.outbox.invalidation.InvalidationFollower;
import dev.leat.outbox.invalidation.InvalidationOptions;
import dev.leat.outbox.invalidation.InvalidationPurger;
import dev.leat.outbox.invalidation.InvalidationRetention;
import dev.leat.outbox.invalidation.Wakeups;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.Dialect;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/** The invalidations of a namespace on this node: its caches, how far they and those of other nodes are, and the waits for that. */
final class InvalidationTail implements AutoCloseable {

    private final NodeCaches caches;
    private final InvalidationCounters counters = new InvalidationCounters();
    private final Wakeups wakeups;
    private final CommitWaits waits;
    private final InvalidationPurger purger;
    private final InvalidationFollower follower;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile boolean following;

    /**
     * Creates the tail of a namespace; {@link #start} begins its threads.
     *
     * @param joined the caches to invalidate
     */
    public InvalidationTail(
            Database database, String namespace, String node, List<Invalidations> joined, InvalidationOptions options) {
        Dialect dialect = database.dialect();
        FollowerNodes nodes = new FollowerNodes(database, namespace, node, options.aliveFor());
        boolean snapshots = dialect.commitOrder() == Dialect.CommitOrder.SNAPSHOTS;
        wakeups = new Wakeups(database, namespace, options.listen());
        caches = new NodeCaches(joined, counters);
        waits = new CommitWaits(namespace, new CommitTable(database, namespace), caches, nodes, wakeups, snapshots);
        purger = new InvalidationPurger(database, new InvalidationRetention(database, options.keep()), counters);
        wakeups.onAnswers(waits::moved);
        InvalidationFeed feed = InvalidationFeed.of(dialect, namespace, options.maxTransaction());
        follower = new InvalidationFollower(
                database, feed, caches, nodes, counters, options, waits::moved, wakeups::answered);
    }

    /** Begins to listen, to delete what is old, and if there is a cache to keep right to follow. */
    public void start() {
        if (started.getAndSet(true)) {
            throw new IllegalStateException("the outbox was started before");
        }
        purger.start();
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
    public WaitOutcome await(Receipt receipt, boolean confirmed, boolean appliedHere, Wait wait, Duration within) {
        return waits.await(receipt, confirmed, appliedHere, wait, within);
    }

    /** Returns how far this node follows. */
    public InvalidationStatus status() {
        return new InvalidationStatus(
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
            purger.stop();
            follower.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
