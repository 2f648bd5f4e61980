package dev.leat.bench.outbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;

/** An outbox that is measured: it takes payloads in the application's transaction and hands them on after the commit. */
interface Contender {

    String name();

    /** Makes its tables. */
    void install() throws SQLException;

    /** The table whose rows are handed on. */
    String table();

    /** Adds payloads to the transaction of a connection. What is returned runs after the commit. */
    Runnable write(Connection connection, List<byte[]> payloads) throws SQLException;

    /** Adds payloads to the transaction of a connection and commits it. */
    default void commit(Connection connection, List<byte[]> payloads) throws SQLException {
        Runnable hook = write(connection, payloads);
        connection.commit();
        hook.run();
    }

    /** Begins to hand payloads on; the returned task ends that. */
    Runnable start(Consumer<byte[]> handler) throws SQLException;
}
