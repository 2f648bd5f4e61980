package dev.leat.outbox;

import static dev.leat.outbox.Fixture.commit;
import static dev.leat.outbox.Fixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.metrics.OutboxMetrics;
import dev.leat.outbox.spi.DeadFilter;
import dev.leat.outbox.spi.DeadRow;
import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.spi.Retry;
import dev.leat.outbox.spi.RouteOptions;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What an operator sees and does, on every database. */
@ParameterizedClass
@EnumSource(Databases.class)
class AdminTest {

    private static final Retry ONCE =
            Retry.exponential(Duration.ofMillis(1), Duration.ofMillis(5)).maxAttempts(1);

    @Parameter
    Databases kind;

    private final AtomicBoolean broken = new AtomicBoolean(true);
    private TestDatabase database;
    private Outbox outbox;
    private Admin admin;

    @BeforeEach
    void open() throws SQLException {
        database = kind.open();
        Handler handler = (row, batch) -> {
            if (broken.get()) {
                throw new IllegalStateException("100% broken for " + row.key());
            }
        };
        outbox = Outbox.builder(database)
                .namespace("shop")
                .sink("orders", Handler.of(handler))
                .sink("mail", Handler.of(handler))
                .retry(ONCE)
                .build();
        admin = outbox.admin();
        outbox.start();
    }

    @AfterEach
    void close() throws Exception {
        Fixture.close(outbox, database);
    }

    private long count(String condition) throws SQLException {
        return database.number("select count(*) from ob_event where " + condition);
    }

    private void fiveDead() throws Exception {
        commit(database, outbox, tx -> {
            tx.emit("orders", "a", new byte[0]);
            tx.emit("orders", "b", new byte[0]);
            tx.emit("orders", "b", new byte[0]);
            tx.emit("mail", "b", new byte[0]);
            tx.emit("mail", new byte[0]);
        });
        eventually(() -> count("state = 3") == 5);
    }

    @Test
    void deadRowsAreListedPageByPage() throws Exception {
        fiveDead();

        List<DeadRow> first = admin.dead("orders", Admin.Page.first(2));
        List<DeadRow> second = admin.dead("orders", new Admin.Page(first.get(1).seq(), 2));

        assertThat(first).extracting(DeadRow::key).containsExactly("a", "b");
        assertThat(second).extracting(DeadRow::key).containsExactly("b");
        assertThat(first.get(0).error()).contains("100% broken for a");
        assertThat(first.get(0).attempts()).isOne();
        assertThat(first.get(0).createdAt()).isNotNull();
    }

    @Test
    void aDeadRowIsRequeuedOnce() throws Exception {
        fiveDead();
        long seq = admin.dead("orders", Admin.Page.first(1)).get(0).seq();
        broken.set(false);

        assertThat(admin.requeue(seq)).isTrue();
        eventually(() -> count("1 = 1") == 4);
        assertThat(admin.requeue(seq)).isFalse();
    }

    @Test
    void deadRowsAreRequeuedByFilter() throws Exception {
        fiveDead();
        broken.set(false);

        assertThat(admin.requeueAll(DeadFilter.all().route("orders").key("x"))).isZero();
        assertThat(admin.requeueAll(DeadFilter.all().error("100_"))).isZero();
        assertThat(admin.requeueAll(DeadFilter.all().olderThan(Duration.ofHours(1))))
                .isZero();
        assertThat(admin.requeueAll(DeadFilter.all().error("100% broken for b").route("orders")))
                .isEqualTo(2);
        eventually(() -> count("1 = 1") == 3);
        assertThat(admin.requeueAll(DeadFilter.all())).isEqualTo(3);
        eventually(() -> count("1 = 1") == 0);
    }

    @Test
    void aDeadRowIsDiscardedAndALivingOneIsNot() throws Exception {
        fiveDead();
        admin.pause("orders");
        commit(database, outbox, tx -> tx.emit("orders", "alive", new byte[0]));
        long alive = database.number("select seq from ob_event where state = 0");
        long dead = admin.dead("orders", Admin.Page.first(1)).get(0).seq();

        assertThat(admin.discard(alive)).isFalse();
        assertThat(admin.discard(dead)).isTrue();
        assertThat(admin.discardAll(DeadFilter.all().route("mail"))).isEqualTo(2);
        assertThat(count("state = 3")).isEqualTo(2);
        assertThat(count("state = 0")).isOne();
    }

    @Test
    void otherNamespacesAreNotTouched() throws Exception {
        fiveDead();
        try (Outbox other = Outbox.builder(database).namespace("other").build()) {
            long seq = admin.dead("orders", Admin.Page.first(1)).get(0).seq();

            assertThat(other.admin().dead("orders", Admin.Page.first(9))).isEmpty();
            assertThat(other.admin().requeue(seq)).isFalse();
            assertThat(other.admin().discardAll(DeadFilter.all())).isZero();
            assertThat(other.status().routes()).isEmpty();
        }
    }

    @Test
    void namespacesAreFoundByTheirRowsAndNodes() throws Exception {
        fiveDead();
        database.execute("insert into ob_event(ns, route) values ('audit', 'r'), ('audit', 's'), ('Zoo', 'r')");
        database.execute("insert into ob_node(ns, node) values ('cache', 'n1')");

        assertThat(Admin.namespaces(database)).containsExactly("Zoo", "audit", "cache", "shop");
    }

    @Test
    void aPausedRouteIsPausedForAllUntilItIsResumed() throws Exception {
        broken.set(false);
        try (Outbox elsewhere = Outbox.builder(database).namespace("shop").build()) {
            elsewhere.admin().pause("orders");
            elsewhere.admin().pause("orders");
        }
        commit(database, outbox, tx -> {
            tx.emit("orders", new byte[0]);
            tx.emit("mail", new byte[0]);
        });
        eventually(() -> count("route = 'mail'") == 0);
        long looked = outbox.counters("orders").polled();
        eventually(() -> outbox.counters("orders").polled() > looked + 2);

        assertThat(count("route = 'orders' and state = 0 and attempts = 0")).isOne();
        assertThat(outbox.status().route("orders").orElseThrow().paused()).isTrue();
        admin.resume("orders");
        eventually(() -> count("1 = 1") == 0);
    }

    @Test
    void theStatusCounts() throws Exception {
        fiveDead();
        broken.set(false);
        commit(database, outbox, tx -> tx.emit("orders", new byte[0]));
        commit(database, outbox, tx -> tx.emit("orders", new byte[0]).delay(Duration.ofHours(1)));
        commit(database, outbox, tx -> tx.emit("nobody", new byte[0]));
        eventually(() -> outbox.counters("orders").done() == 1);

        OutboxStatus status = outbox.status();

        OutboxStatus.RouteStatus orders = status.route("orders").orElseThrow();
        assertThat(orders.ready()).isOne();
        assertThat(orders.claimed()).isZero();
        assertThat(orders.dead()).isEqualTo(3);
        assertThat(orders.attempts()).isEqualTo(3);
        assertThat(orders.oldestReady()).isZero();
        assertThat(orders.paused()).isFalse();
        assertThat(orders.here().guarantee()).isEqualTo(Guarantee.AT_LEAST_ONCE);
        assertThat(orders.here().counters().dead()).isEqualTo(3);
        assertThat(status.route("nobody").orElseThrow().here()).isNull();
        assertThat(status.route("nobody").orElseThrow().ready()).isOne();
        assertThat(status.routes()).hasSize(3);
    }

    @Test
    void theLastHandOffIsNotedWhenTheOutboxCloses() throws Exception {
        broken.set(false);
        commit(database, outbox, tx -> tx.emit("orders", new byte[0]));
        eventually(() -> outbox.counters("orders").done() == 1);
        outbox.close();

        assertThat(outbox.status().route("orders").orElseThrow().lastHandOff()).isNotNull();
    }

    @Test
    void metersShowTheSame() throws Exception {
        fiveDead();
        eventually(() -> outbox.counters("mail").dead() == 2); // they are counted when it is committed
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new OutboxMetrics(outbox).bindTo(registry);

        assertThat(registry.get("leat.outbox.dead")
                        .tags("ns", "shop", "route", "orders")
                        .gauge()
                        .value())
                .isEqualTo(3);
        assertThat(registry.get("leat.outbox.handed.off")
                        .tags("route", "mail", "result", "dead")
                        .functionCounter()
                        .count())
                .isEqualTo(2);
        assertThat(registry.get("leat.outbox.attempt")
                        .tags("route", "mail")
                        .functionTimer()
                        .count())
                .isPositive();
    }

    @Test
    void aRouteThatOthersHandOnHasMetersOfItsRows() throws Exception {
        fiveDead();
        broken.set(false);
        commit(database, outbox, tx -> tx.emit("orders", new byte[0]));
        eventually(() -> outbox.counters("orders").done() == 1);
        outbox.close(); // notes the last hand-off
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Outbox writing = Outbox.builder(database)
                .namespace("shop")
                .route("orders", RouteOptions.leased())
                .route("unused", RouteOptions.leased())
                .build();
        new OutboxMetrics(writing).bindTo(registry);
        System.gc(); // the registry alone keeps what the meters ask
        OutboxStatus.RouteStatus orders = writing.status().route("orders").orElseThrow();

        assertThat(gauge(registry, "dead", "orders")).isEqualTo(3);
        assertThat(gauge(registry, "attempts", "orders"))
                .isEqualTo((double) orders.attempts())
                .isPositive();
        assertThat(registry.get("leat.outbox.last.handed.off")
                        .tag("route", "orders")
                        .timeGauge()
                        .value(TimeUnit.MILLISECONDS))
                .isEqualTo((double) orders.lastHandOff().toEpochMilli());
        assertThat(gauge(registry, "last.handed.off", "unused")).isNaN();
        assertThat(registry.find("leat.outbox.handed.off").meters())
                .as("what this node does itself")
                .isEmpty();
    }

    private static double gauge(SimpleMeterRegistry registry, String name, String route) {
        return registry.get("leat.outbox." + name).tag("route", route).gauge().value();
    }
}
