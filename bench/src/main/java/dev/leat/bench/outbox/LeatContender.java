package dev.leat.bench.outbox;

import dev.leat.outbox.Handler;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.OutboxTx;
import dev.leat.outbox.Receipt;
import dev.leat.outbox.Schema;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Sink;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Leat's outbox with one route to a handler. Each payload has one of a thousand keys if the route keeps an order. */
final class LeatContender implements Contender {

    private static final int KEYS = 1000;

    private final DataSource source;
    private final String name;
    /** One of its own, because a stream counts the batches of a route. */
    private final String route;

    private final RouteOptions options;
    private final boolean commits;
    private final Function<Consumer<byte[]>, Sink> sink;
    private @Nullable Outbox writer;
    private volatile @Nullable Outbox relay;

    /** @param commits whether it commits the transactions that write to it, rather than their application */
    LeatContender(DataSource source, String name, RouteOptions options, boolean commits) {
        this(source, name, options, commits, LeatContender::handler);
    }

    /** @param sink makes a sink that also tells of each payload that it has handed on */
    LeatContender(
            DataSource source,
            String name,
            RouteOptions options,
            boolean commits,
            Function<Consumer<byte[]>, Sink> sink) {
        this.source = source;
        this.name = name;
        this.route = name;
        this.options = options;
        this.commits = commits;
        this.sink = sink;
    }

    private static Sink handler(Consumer<byte[]> handler) {
        return Handler.of((row, batch) -> handler.accept(row.payload()));
    }

    @Override
    public String name() {
        return name;
    }

    /** All outboxes of Leat here have the same tables, and only one works at a time. */
    @Override
    public void install() throws SQLException {
        try {
            writer = Outbox.builder(source).route(route, options).build();
        } catch (IllegalStateException e) {
            Schema.install(source);
            writer = Outbox.builder(source).route(route, options).build();
        }
    }

    @Override
    public String table() {
        return "ob_event";
    }

    @Override
    public Runnable write(Connection connection, List<byte[]> payloads) throws SQLException {
        Outbox outbox = current();
        OutboxTx tx = emit(outbox, connection, payloads);
        tx.flush();
        Receipt receipt = tx.receipt();
        return () -> outbox.committed(receipt);
    }

    @Override
    public void commit(Connection connection, List<byte[]> payloads) throws SQLException {
        if (commits) {
            emit(current(), connection, payloads).commit();
        } else {
            Contender.super.commit(connection, payloads);
        }
    }

    private OutboxTx emit(Outbox outbox, Connection connection, List<byte[]> payloads) {
        boolean ordered = options.ordering() != RouteOptions.Ordering.NONE;
        OutboxTx tx = outbox.in(connection);
        for (byte[] payload : payloads) {
            tx.emit(route, ordered ? "key-" + ThreadLocalRandom.current().nextInt(KEYS) : null, payload);
        }
        return tx;
    }

    private Outbox current() {
        Outbox running = relay;
        if (running != null) {
            return running;
        }
        if (writer == null) {
            throw new IllegalStateException("not installed");
        }
        return writer;
    }

    @Override
    public Runnable start(Consumer<byte[]> handler) throws SQLException {
        Outbox outbox =
                Outbox.builder(source).sink(route, sink.apply(handler), options).build();
        outbox.start();
        relay = outbox;
        return () -> {
            relay = null;
            outbox.close();
        };
    }
}
