package dev.leat.outbox;

import static dev.leat.outbox.Fixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.RouteOptions.OnDead;
import dev.leat.outbox.RouteOptions.Ordering;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The examples of docs/outbox.md and README.md: that they run, and that the documents have these lines. */
class OutboxDocTest {

    private final byte[] payload = {1};
    private final Mailer mailer = new Mailer();

    private static final class Mailer {
        private final AtomicInteger sent = new AtomicInteger();

        void send(String key, byte[] payload) {
            assertThat(key).isEqualTo("order-7");
            assertThat(payload).hasSize(1);
            sent.incrementAndGet();
        }
    }

    @Test
    void writingAndHandingOn() throws Exception {
        try (TestDatabase dataSource = Databases.SQLITE.open()) {
            // tag: build
            Outbox outbox = Outbox.builder(dataSource)
                    .namespace("shop")
                    .sink("mail", Handler.of((row, batch) -> mailer.send(row.key(), row.payload())))
                    .build();
            outbox.start();
            // end: build
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                // tag: write
                Receipt receipt;
                try (OutboxTx tx = outbox.in(connection)) {
                    tx.emit("mail", "order-7", payload)
                            .header("ct", "json")
                            .dedupe("request-91")
                            .delay(Duration.ofSeconds(5));
                    tx.invalidate(Intent.entity("order", 7), Intent.collection("orders"));
                    receipt = tx.receipt();
                }
                connection.commit();
                outbox.committed(receipt);
                // end: write
                assertThat(receipt.events()).isOne();
                assertThat(receipt.invalidations()).isEqualTo(2);
            }
            dataSource.execute("update ob_event set due_at = created_at");
            eventually(() -> mailer.sent.get() == 1);
            outbox.close();
        }
    }

    @Test
    void configuringAndOperating() throws SQLException {
        // tag: triggers
        List<String> sql = Triggers.on("shop", "orders")
                .entity("order", "id")
                .collection("orders")
                .sql("postgresql");
        // end: triggers
        assertThat(sql).isNotEmpty();
        try (TestDatabase database = Databases.SQLITE.open();
                Outbox outbox = configured(database)) {
            database.execute("insert into ob_event(ns, route, state) values ('default', 'mail', 3)");
            // tag: operate
            Admin admin = outbox.admin();
            List<DeadRow> dead = admin.dead("mail", Admin.Page.first(50));
            admin.requeue(dead.get(0).seq());
            admin.requeueAll(DeadFilter.all().route("mail").error("timed out"));
            admin.discardAll(DeadFilter.all().olderThan(Duration.ofDays(30)));
            admin.pause("mail");
            OutboxStatus status = outbox.status();
            // end: operate
            assertThat(status.route("mail").orElseThrow().ready()).isOne();
        }
    }

    private static Outbox configured(DataSource database) throws SQLException {
        Handler audit = (row, batch) -> {};
        SecretKey oldKey = new SecretKeySpec(new byte[16], "AES");
        SecretKey newKey = new SecretKeySpec(new byte[32], "AES");
        return Outbox.builder(database)
                // tag: options
                .sink(
                        "audit",
                        Handler.of(audit),
                        RouteOptions.leased().batch(500).workers(4).lease(Duration.ofSeconds(30)))
                // end: options
                // tag: retry
                .retry(Retry.exponential(Duration.ofMillis(200), Duration.ofMinutes(5))
                        .fullJitter()
                        .maxAttempts(12)
                        .never(IllegalArgumentException.class))
                // end: retry
                // tag: codec
                .codec(PayloadCodec.compressed().then(PayloadCodec.encrypted("k2", Map.of("k1", oldKey, "k2", newKey))))
                // end: codec
                .build();
    }

    @Test
    void sinks() throws SQLException {
        String token = "secret";
        Handler ledger = (row, batch) -> {};
        // tag: server
        LeatServer leat = LeatServer.at("http://127.0.0.1:4437").bearer(token);
        // end: server
        try (TestDatabase database = Databases.SQLITE.open();
                Outbox outbox = Outbox.builder(database)
                        // tag: sinks
                        .sink("orders", StreamSink.json(leat, "orders").creating())
                        .sink("mail", QueueSink.to(leat, "mail", "application/json"))
                        .sink(
                                "ledger",
                                Handler.of(ledger),
                                RouteOptions.ordered()
                                        .ordering(Ordering.KEY_STRICT)
                                        .onDead(OnDead.SKIP))
                        // end: sinks
                        .build()) {
            assertThat(outbox.status().route("orders").orElseThrow().here().guarantee())
                    .isEqualTo(Guarantee.IDEMPOTENT_PRODUCER);
            assertThat(outbox.status().route("orders").orElseThrow().here().options())
                    .isEqualTo(RouteOptions.ordered());
        }
    }

    @Test
    void theDocumentsHaveTheseExamplesAndEveryMeter() throws IOException, SQLException {
        String text = Files.readString(Path.of("../docs/outbox.md"));
        String source = Files.readString(Path.of("src/test/java/dev/leat/outbox/OutboxDocTest.java"));
        for (String name :
                List.of("build", "write", "triggers", "operate", "options", "retry", "codec", "server", "sinks")) {
            assertThat(unspaced(text)).as(name).contains(example(source, name));
        }
        assertThat(unspaced(Files.readString(Path.of("../README.md")))).contains(example(source, "write"));
        assertThat(text).contains(meters());
    }

    private static String example(String source, String name) {
        int start = source.indexOf("// tag: " + name) + ("// tag: " + name).length();
        return unspaced(source.substring(start, source.indexOf("// end: " + name)));
    }

    private static List<String> meters() throws SQLException {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (TestDatabase database = Databases.SQLITE.open();
                Outbox outbox = configured(database)) {
            new OutboxMetrics(outbox).bindTo(registry);
        }
        return registry.getMeters().stream()
                .map(meter -> "`" + meter.getId().getName() + "`")
                .distinct()
                .toList();
    }

    /** The formatter breaks lines where it likes. */
    private static String unspaced(String text) {
        return text.replaceAll("\\s", "");
    }
}
