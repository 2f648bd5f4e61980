package dev.leat.outbox.invalidation;

import dev.leat.outbox.relay.ErrorStreak;
import dev.leat.outbox.relay.VirtualThreads;
import dev.leat.outbox.relay.Wakeup;
import dev.leat.outbox.sql.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Notifies other nodes after commits, however many there are at most once in 5 ms. Never in the application's transaction: commits
 * that notify wait for each other.
 */
final class Notifier {

    private static final long PAUSE_MILLIS = 5;
    private static final long IDLE_MILLIS = 60_000;

    private final Database database;
    private final Notice.Sender sender;
    private final AtomicReference<EnumSet<Wakeups.News>> untold =
            new AtomicReference<>(EnumSet.noneOf(Wakeups.News.class));
    private final Wakeup signal = new Wakeup();
    private final ErrorStreak errors = new ErrorStreak("notifying other nodes");
    private final Object starting = new Object();
    private volatile @Nullable Thread thread;
    private volatile boolean stopping;

    Notifier(Database database, Notice.Sender sender) {
        this.database = database;
        this.sender = sender;
    }

    void tell(Set<Wakeups.News> news) {
        if (untold.get().containsAll(news)) {
            return; // The thread that takes those has not looked at the database yet, so this commit is among what they
            // announce.
        }
        untold.updateAndGet(before -> {
            EnumSet<Wakeups.News> both = EnumSet.copyOf(before);
            both.addAll(news);
            return both;
        });
        startOnce();
        signal.wake();
    }

    /** An outbox that only writes has no other thread, and one that never writes does not need this one. */
    private void startOnce() {
        if (thread == null) {
            synchronized (starting) {
                if (thread == null && !stopping) {
                    thread = VirtualThreads.start(
                            "outbox-notify", database.dialect().pinsThreads(), this::run);
                }
            }
        }
    }

    private void run() {
        boolean last;
        do {
            last = stopping;
            try {
                Set<Wakeups.News> news = untold.getAndSet(EnumSet.noneOf(Wakeups.News.class));
                if (!news.isEmpty()) {
                    send(news);
                    Thread.sleep(PAUSE_MILLIS);
                } else if (!last) {
                    signal.sleep(IDLE_MILLIS);
                }
            } catch (InterruptedException e) {
                return;
            }
        } while (!last);
    }

    /** What cannot be sent is dropped: it is old by the time it could be, and polling does not need it. */
    private void send(Set<Wakeups.News> news) throws InterruptedException {
        try {
            database.single(connection -> notify(connection, sender.write(news)));
            errors.over();
        } catch (SQLException | RuntimeException e) {
            signal.sleep(errors.seen(e));
        }
    }

    /** A hint need not survive a crash, so its commit waits for no disk. */
    private static boolean notify(Connection connection, String text) throws SQLException {
        try (PreparedStatement call =
                connection.prepareStatement("select set_config('synchronous_commit', 'off', true), pg_notify(?, ?)")) {
            call.setString(1, Notice.CHANNEL);
            call.setString(2, text);
            return call.execute();
        }
    }

    void close() {
        synchronized (starting) {
            stopping = true;
        }
        signal.wake();
        Thread running = thread;
        if (running != null) {
            try {
                running.join(1000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
