package dev.leat.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.leat.outbox.spi.Batch;
import dev.leat.outbox.spi.Retry;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Row;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows on their way to a handler, with running workers, on every database. */
@ParameterizedClass
@EnumSource(Databases.class)
abstract class RelayFixture {

    static final Retry SOON =
            Retry.exponential(Duration.ofMillis(1), Duration.ofMillis(5)).maxAttempts(3);

    @Parameter
    Databases kind;

    private final List<Outbox> opened = new ArrayList<>();
    final Map<String, AtomicInteger> seen = new ConcurrentHashMap<>();
    TestDatabase database;

    @BeforeEach
    void open() {
        database = kind.open();
    }

    @AfterEach
    void close() throws Exception {
        opened.forEach(Outbox::close);
        Fixture.close(database);
    }

    Outbox start(OutboxBuilder builder) throws SQLException {
        Outbox outbox = builder.namespace("shop").build();
        opened.add(outbox);
        outbox.start();
        return outbox;
    }

    Outbox start(Handler handler, RouteOptions options) throws SQLException {
        return start(Outbox.builder(database)
                .sink("orders", Handler.of(handler), options)
                .retry(SOON));
    }

    void see(Row row, Batch batch) {
        seen.computeIfAbsent(new String(row.payload(), UTF_8), any -> new AtomicInteger())
                .incrementAndGet();
    }

    static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    long count(String condition) throws SQLException {
        return database.number("select count(*) from ob_event where " + condition);
    }
}
