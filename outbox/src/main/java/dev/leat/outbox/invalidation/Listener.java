package dev.leat.outbox.invalidation;

import dev.leat.outbox.relay.ErrorStreak;
import dev.leat.outbox.relay.VirtualThreads;
import dev.leat.outbox.relay.Wakeup;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that receives notifications on a connection of its own, and opens a new one when that is lost. The driver's classes are found at run
 * time, because an application with another database does not have them.
 */
final class Listener {

    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);
    private static final String DRIVER = "org.postgresql.PGConnection";
    /** How long closing may have to wait. */
    private static final int HEAR_MILLIS = 200;
    /** How often a connection that says nothing is tried, because a broken one may say nothing as well. */
    private static final long TRY_NANOS = TimeUnit.SECONDS.toNanos(15);

    private final DataSource source;
    private final Notice.Sender sender;
    private final Consumer<Set<Wakeups.News>> heard;
    private final Wakeup signal = new Wakeup();
    private final ErrorStreak errors = new ErrorStreak("listening for notifications");
    private volatile boolean stopping;
    private volatile boolean connected;
    private @Nullable Thread thread;

    Listener(DataSource source, Notice.Sender sender, Consumer<Set<Wakeups.News>> heard) {
        this.source = source;
        this.sender = sender;
        this.heard = heard;
    }

    void start() {
        thread = VirtualThreads.start("outbox-listen", false, this::run);
    }

    boolean isConnected() {
        return connected;
    }

    void close() {
        stopping = true;
        signal.wake();
        if (thread != null) {
            try {
                thread.join(TimeUnit.SECONDS.toMillis(5));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run() {
        while (!stopping) {
            try (Connection connection = source.getConnection()) {
                hear(connection);
            } catch (ReflectiveOperationException | LinkageError e) {
                LOG.warn("the driver has no notifications, so this node only polls: {}", e.toString());
                return;
            } catch (SQLException | RuntimeException e) {
                pause(errors.seen(e));
            }
        }
    }

    private void pause(long millis) {
        try {
            signal.sleep(millis);
        } catch (InterruptedException e) {
            stopping = true;
        }
    }

    private void hear(Connection connection) throws SQLException, ReflectiveOperationException {
        boolean before = connection.getAutoCommit();
        connection.setAutoCommit(true);
        try {
            Notifications notifications = Notifications.of(connection);
            execute(connection, "listen " + Notice.CHANNEL);
            errors.over();
            // Notifications that were sent while this node did not listen.
            heard.accept(EnumSet.allOf(Wakeups.News.class));
            connected = true;
            hear(connection, notifications);
        } finally {
            connected = false;
            // The next user of the connection wants none of this. If it is broken, this is how its pool finds out.
            execute(connection, "unlisten *");
            connection.setAutoCommit(before);
        }
    }

    private void hear(Connection connection, Notifications notifications)
            throws SQLException, ReflectiveOperationException {
        long triedAt = System.nanoTime();
        while (!stopping) {
            EnumSet<Wakeups.News> news = EnumSet.noneOf(Wakeups.News.class);
            for (String text : notifications.next(HEAR_MILLIS)) {
                news.addAll(sender.read(text));
            }
            if (!news.isEmpty()) {
                heard.accept(news);
            }
            if (System.nanoTime() - triedAt > TRY_NANOS) {
                execute(connection, "select 1");
                triedAt = System.nanoTime();
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The driver's {@code PGConnection.getNotifications(int)}. */
    private record Notifications(Object connection, Method get) {

        static Notifications of(Connection connection) throws SQLException, ReflectiveOperationException {
            ClassLoader loader = connection.unwrap(Connection.class).getClass().getClassLoader();
            Class<?> type = Class.forName(DRIVER, false, loader);
            return new Notifications(connection.unwrap(type), type.getMethod("getNotifications", int.class));
        }

        String[] next(int millis) throws SQLException, ReflectiveOperationException {
            Object[] notices = (Object[]) call(get, connection, millis);
            if (notices == null) {
                return new String[0];
            }
            String[] texts = new String[notices.length];
            for (int i = 0; i < notices.length; i++) {
                Class<?> type = Class.forName(
                        "org.postgresql.PGNotification",
                        false,
                        get.getDeclaringClass().getClassLoader());
                texts[i] = String.valueOf(call(type.getMethod("getParameter"), notices[i]));
            }
            return texts;
        }

        private static @Nullable Object call(Method method, Object target, Object... arguments)
                throws SQLException, ReflectiveOperationException {
            try {
                return method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof SQLException refused) {
                    throw refused;
                }
                if (e.getCause() instanceof RuntimeException bug) {
                    throw bug;
                }
                throw e;
            }
        }
    }
}
