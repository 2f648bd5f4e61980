package dev.leat.outbox.invalidation;

import dev.leat.outbox.relay.ErrorStreak;
import dev.leat.outbox.relay.Relay;
import dev.leat.outbox.relay.VirtualThreads;
import dev.leat.outbox.relay.Wakeup;
import dev.leat.outbox.sql.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The thread that keeps this node's caches right: looks for new invalidations, applies them, and tells the other nodes how far it
 * is. It looks again after 20 ms to 1 s, the longer nothing happens, or when it is woken.
 */
public final class InvalidationFollower {

    private static final long SHORTEST_MILLIS = 20;
    private static final long LONGEST_MILLIS = 1000;
    /** However many wake it, it looks no more often than this. */
    private static final long BREATH_MILLIS = 5;
    /** Other nodes may wait for what was applied, but that is no reason to write a row for each commit. */
    private static final long PUBLISH_MILLIS = 100;

    private final Database database;
    private final InvalidationFeed feed;
    private final LocalCaches caches;
    private final FollowerNodes presence;
    private final InvalidationCounters counters;
    private final long awayNanos;
    private final Runnable moved;
    private final Runnable answered;
    private final Wakeup signal = new Wakeup();
    private final ErrorStreak errors = new ErrorStreak("following invalidations");

    private volatile boolean stopping;
    private volatile boolean urgent;
    private volatile boolean asked;
    private volatile FeedPosition reached = FeedPosition.NOWHERE;
    private volatile int remembered;
    private volatile int holes;
    private volatile long lookedAt = System.nanoTime();
    /** When the caches were last known to be right. */
    private volatile long rightAt = System.nanoTime();

    private @Nullable Thread thread;

    /** Why the caches have to forget everything before the next look. */
    private @Nullable FlushReason flush = FlushReason.START;

    private boolean announced;
    private boolean progress;
    /** Whether a cache was dirty after the last look, so that {@code reached} stayed behind. */
    private boolean behind;

    private long publishedAt;

    /**
     * @param moved is run when something was applied
     * @param answered is run when the others were told because they had asked
     */
    public InvalidationFollower(
            Database database,
            InvalidationFeed feed,
            LocalCaches caches,
            FollowerNodes presence,
            InvalidationCounters counters,
            InvalidationOptions options,
            Runnable moved,
            Runnable answered) {
        this.database = database;
        this.feed = feed;
        this.caches = caches;
        this.presence = presence;
        this.counters = counters;
        this.awayNanos = options.keep().toNanos() + TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS);
        this.moved = moved;
        this.answered = answered;
    }

    /** The first look is taken by the caller: once this returns, waits for all nodes include this one. */
    public void start() {
        try {
            look();
        } catch (SQLException | RuntimeException e) {
            errors.seen(e);
        }
        thread = VirtualThreads.start("outbox-tail", database.dialect().pinsThreads(), this::run);
    }

    /** There may be something: look soon, or at once if another node said so. */
    public void wake(Relay.Wake source) {
        counters.woken(
                source == Relay.Wake.HERE ? InvalidationCounters.Source.HERE : InvalidationCounters.Source.NOTIFY);
        if (source == Relay.Wake.NOTIFY) {
            urgent = true;
        }
        signal.wake();
    }

    /** Looks at once and publishes the position, because a wait on another node needs it. */
    public void ask() {
        asked = true;
        hurry();
    }

    /** Looks at once, because a wait on this node needs it. */
    public void hurry() {
        urgent = true;
        signal.wake();
    }

    public FeedPosition reached() {
        return reached;
    }

    public int remembered() {
        return remembered;
    }

    public int holes() {
        return holes;
    }

    /** How long ago the caches were known to be right. */
    public long lagNanos() {
        return System.nanoTime() - rightAt;
    }

    public void stop() throws InterruptedException {
        stopping = true;
        signal.wake();
        if (thread != null) {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        }
    }

    private void run() {
        long idle = SHORTEST_MILLIS;
        while (!stopping) {
            try {
                idle = turn(idle);
            } catch (InterruptedException e) {
                // Only a cache that was interrupted itself interrupts this thread.
                idle = SHORTEST_MILLIS;
            }
        }
        leave();
    }

    /** One look and the sleep after it; returns how long the next sleep is if nothing happens. */
    private long turn(long idle) throws InterruptedException {
        boolean found;
        try {
            caches.retry();
            found = look();
            errors.over();
        } catch (SQLException e) {
            return failed(e);
        } catch (RuntimeException | Error e) {
            // How far it got is unknown, and nothing may end this thread.
            flush = FlushReason.FAILED;
            return failed(e);
        }
        // While the others have yet to be told, it is no time to fall asleep.
        found |= progress;
        long next = found ? SHORTEST_MILLIS : Math.min(LONGEST_MILLIS, idle * 2);
        if (signal.sleep(Math.min(found ? SHORTEST_MILLIS : idle, caches.untilRetryMillis()))) {
            breathe();
            return SHORTEST_MILLIS;
        }
        counters.woken(InvalidationCounters.Source.POLL);
        return next;
    }

    private long failed(Throwable error) throws InterruptedException {
        signal.sleep(Math.min(LONGEST_MILLIS, errors.seen(error)));
        return SHORTEST_MILLIS;
    }

    private void breathe() throws InterruptedException {
        long left;
        do {
            long since = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lookedAt);
            left = (urgent ? BREATH_MILLIS : SHORTEST_MILLIS) - since;
        } while (left > 0 && !stopping && signal.sleep(left));
        urgent = false;
    }

    private boolean look() throws SQLException {
        long now = System.nanoTime();
        if (flush == null && now - lookedAt > awayNanos) {
            flush = FlushReason.AWAY;
        }
        if (flush != null) {
            begin(flush);
        }
        boolean answer = asked;
        asked = false;
        boolean found = database.single(this::readAndApply);
        if (flush == null) {
            lookedAt = now;
            moved(found, answer);
        }
        return found;
    }

    /** Both while it has the connection: if giving that back fails, what the feed counts as read is not lost. */
    private boolean readAndApply(Connection connection) throws SQLException {
        InvalidationFeed.Reading reading = feed.read(connection);
        flush = reading.lost();
        caches.apply(reading.rows());
        return flush != null || !reading.rows().isEmpty();
    }

    /** Joins the others before it takes its position, so that a commit which does not wait for this node is older than that position. */
    private void begin(FlushReason reason) throws SQLException {
        reached = FeedPosition.NOWHERE;
        presence.publish(reached);
        database.single(connection -> {
            feed.start(connection);
            return true;
        });
        caches.flush(reason);
        flush = null;
        lookedAt = System.nanoTime();
        announced = false;
    }

    /** A node with a dirty cache stays where it was, so that waits for what it should have applied go on. */
    private void moved(boolean applied, boolean answer) throws SQLException {
        remembered = feed.remembered();
        holes = feed.holes();
        if (caches.isDirty()) {
            behind = true;
        } else {
            reached = feed.position();
            rightAt = lookedAt;
            progress |= applied || behind;
            if (applied || behind) {
                behind = false;
                moved.run();
            }
        }
        long since = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - publishedAt);
        if (answer || !announced || since > (progress ? PUBLISH_MILLIS : presence.heartbeatMillis())) {
            presence.publish(reached);
            publishedAt = System.nanoTime();
            announced = true;
            progress = false;
            if (answer) {
                answered.run();
            }
        }
    }

    private void leave() {
        try {
            presence.leave();
        } catch (SQLException | RuntimeException e) {
            errors.seen(e);
        }
    }
}
