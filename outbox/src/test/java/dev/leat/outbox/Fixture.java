package dev.leat.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;

/** Writes through an outbox as an application would, and waits for what must happen. */
public final class Fixture {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

    private Fixture() {}

    public interface Body {
        void write(OutboxTx tx) throws SQLException;
    }

    /** One transaction of an application, with its hook after the commit. */
    public static Receipt commit(TestDatabase database, Outbox outbox, Body body) throws SQLException {
        Receipt receipt;
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try (OutboxTx tx = outbox.in(connection)) {
                body.write(tx);
                receipt = tx.receipt();
            }
            connection.commit();
        }
        outbox.committed(receipt);
        return receipt;
    }

    /** Closes what a test has opened; where its database did not start, that is nothing. */
    static void close(AutoCloseable... opened) throws Exception {
        for (AutoCloseable one : opened) {
            if (one != null) {
                one.close();
            }
        }
    }

    /** Looks again and again; fails after a minute. */
    public static void eventually(Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + LONG_ENOUGH.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime()).as("a minute has passed").isLessThan(deadline);
            Thread.sleep(5);
        }
    }
}
