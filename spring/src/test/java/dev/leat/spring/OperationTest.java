package dev.leat.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.outbox.Databases;
import dev.leat.outbox.Handler;
import dev.leat.outbox.Intent;
import dev.leat.outbox.Invalidations;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.OutboxStatus;
import dev.leat.outbox.TestDatabase;
import dev.leat.outbox.Wait;
import dev.leat.outbox.sink.LeatEndpoint;
import dev.leat.outbox.sink.StreamSink;
import dev.leat.outbox.spi.Batch;
import dev.leat.outbox.spi.Retry;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Sink;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.cache.CacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class OperationTest {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

    private TestDatabase database;

    @BeforeEach
    void open() throws Exception {
        database = Node.database();
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void healthTellsWhatIsReadyAndDeadAndIsUpAllTheSame() {
        try (Node node = Node.start(database, "leat.outbox.node=n1")) {
            node.people.in(() -> node.leat.emit("nobody", "payload".getBytes(UTF_8)));

            Health health = health(node.context);

            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails()).containsEntry("namespace", "shop").containsEntry("node", "n1");
            Map<?, ?> routes = (Map<?, ?>) health.getDetails().get("routes");
            assertThat(routes.keySet().toString()).contains("nobody", "mail");
            assertThat(routes.get("nobody")).extracting("ready", "dead").containsExactly(1L, 0L);
        }
    }

    @Test
    void whileACacheCannotBeFlushedItIsOutOfService() throws Exception {
        try (ConfigurableApplicationContext context = Node.run(database, Cached.class)) {
            Health broken = health(context);
            context.getBean(BrokenCache.class).broken = false;
            while (!context.getBean(Outbox.class).invalidationStatus().alerts().isEmpty()) {
                Thread.sleep(5);
            }

            assertThat(broken.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
            assertThat(broken.getDetails().get("cacheAlerts").toString()).contains("BrokenCache", "no memory");
            assertThat(health(context).getStatus()).isEqualTo(Status.UP);
        }
    }

    @Test
    void withoutItsTablesOrDatabaseItIsOutOfService() throws Exception {
        try (Node node = Node.start(database, "spring.datasource.hikari.connection-timeout=500")) {
            database.execute("update ob_meta set v = '7' where k = 'version'");
            Health version = health(node.context);
            database.execute("drop table ob_meta");
            Health missing = health(node.context);
            node.context.getBean(com.zaxxer.hikari.HikariDataSource.class).close();
            Health gone = health(node.context);

            assertThat(version.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
            assertThat(version.getDetails().get("error").toString()).contains("version 7");
            assertThat(missing.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
            assertThat(missing.getDetails().get("error").toString()).contains("V1__outbox.sql");
            assertThat(gone.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
        }
    }

    @Test
    void metersAreBound() {
        try (Node node = Node.start(database)) {
            node.outbox.await(node.people.rename(1, "Amy"), Wait.HANDED_OFF, LONG_ENOUGH);
            node.people.find(1);
            node.people.find(1);
            MeterRegistry registry = node.context.getBean(MeterRegistry.class);

            assertThat(registry.get("leat.outbox.handed.off")
                            .tags("ns", "shop", "route", "mail", "result", "done")
                            .functionCounter()
                            .count())
                    .isOne();
            assertThat(registry.get("cache.gets")
                            .tags("cache", "people", "result", "hit")
                            .functionCounter()
                            .count())
                    .isOne();
            assertThat(registry.get("leat.cache.loads").tag("cache", "people").functionCounters())
                    .hasSize(2);
        }
    }

    @Test
    void closingTheContextLetsHandlersFinish() throws Exception {
        ConfigurableApplicationContext context = Node.run(database, Slow.class);
        Slow slow = context.getBean(Slow.class);
        new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                .executeWithoutResult(
                        status -> context.getBean(LeatOutbox.class).emit("slow", "x".getBytes(UTF_8)));
        slow.begun.await();

        Thread closing = new Thread(context::close);
        closing.start();
        while (!slow.batch.stopping()) {
            Thread.sleep(1);
        }
        assertThat(closing.isAlive()).isTrue();
        slow.mayFinish.countDown();
        closing.join();

        assertThat(slow.finished.getCount()).isZero();
        assertThat(database.number("select count(*) from ob_event")).isZero();
    }

    @Test
    void propertiesAndCustomizersReachTheRoutes() throws Exception {
        try (ConfigurableApplicationContext context = Node.run(
                database,
                Slow.class,
                "leat.outbox.namespace=other",
                "leat.outbox.dialect=postgresql",
                "leat.outbox.listen=false",
                "leat.outbox.routes.slow.mode=locked",
                "leat.outbox.routes.slow.batch=7",
                "leat.outbox.routes.slow.workers=3",
                "leat.outbox.routes.slow.keep-done=1h",
                "leat.outbox.routes.elsewhere.ordering=key-strict")) {
            OutboxStatus status = context.getBean(Outbox.class).status();

            assertThat(status.namespace()).isEqualTo("other");
            assertThat(options(context, "slow"))
                    .isEqualTo(RouteOptions.locked().batch(7).workers(3).keepDone(Duration.ofHours(1)));
            assertThat(status.route("again")).as("of the customizer").isPresent();
            assertThat(context.getBeanProvider(CacheManager.class).getIfAvailable())
                    .as("nobody enabled caching")
                    .isNull();
        }
    }

    @Test
    void aSinkThatNumbersItsBatchesHasShardLeasesUnlessToldOtherwise() throws Exception {
        try (ConfigurableApplicationContext plain = Node.run(database, Streaming.class);
                ConfigurableApplicationContext set = Node.run(
                        database,
                        Streaming.class,
                        "leat.outbox.routes.orders.ordering=none",
                        "leat.outbox.routes.orders.batch=7")) {
            assertThat(options(plain, "orders")).isEqualTo(RouteOptions.ordered());
            assertThat(options(set, "orders"))
                    .isEqualTo(RouteOptions.ordered()
                            .ordering(RouteOptions.Ordering.NONE)
                            .batch(7));
        }
        assertThatThrownBy(() -> Node.run(database, Streaming.class, "leat.outbox.routes.orders.mode=lease"))
                .hasStackTraceContaining("needs mode SHARD, not LEASE");
    }

    @Test
    void healthAndMetersTellOfAShardThatDoesNotGetOn() throws Exception {
        try (ConfigurableApplicationContext context = Node.run(database, Streaming.class)) {
            new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                    .executeWithoutResult(
                            status -> context.getBean(LeatOutbox.class).emit("orders", "{}".getBytes(UTF_8)));
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            while (registry.get("leat.outbox.alerts")
                            .tag("route", "orders")
                            .gauge()
                            .value()
                    == 0) {
                Thread.sleep(5);
            }

            Health health = health(context);

            assertThat(health.getStatus()).isEqualTo(Status.UP);
            Map<?, ?> routes = (Map<?, ?>) health.getDetails().get("routes");
            assertThat(((Map<?, ?>) routes.get("orders")).get("alerts").toString())
                    .contains("shard", "unanswered");
        }
    }

    private static RouteOptions options(ConfigurableApplicationContext context, String route) throws Exception {
        OutboxStatus status = context.getBean(Outbox.class).status();
        return Objects.requireNonNull(status.route(route).orElseThrow().here()).options();
    }

    @Test
    void aSinkMayWriteToTheOutboxItself() throws Exception {
        ConfigurableApplicationContext context = Node.run(database, Slow.class);
        Slow slow = context.getBean(Slow.class);
        new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                .executeWithoutResult(
                        status -> context.getBean(LeatOutbox.class).emit("again", "x".getBytes(UTF_8)));

        slow.begun.await();
        slow.mayFinish.countDown();
        slow.finished.await();
        context.close();
    }

    @Test
    void itDoesNotStartWithoutItsTables() {
        try (TestDatabase empty = Databases.POSTGRESQL.openEmpty()) {
            assertThatThrownBy(() -> Node.run(empty, Slow.class)).hasStackTraceContaining("no outbox tables here");
            try (ConfigurableApplicationContext off = Node.run(empty, Shopless.class, "leat.outbox.enabled=false")) {
                assertThat(off.getBeanProvider(Outbox.class).getIfAvailable()).isNull();
            }
        }
    }

    @Test
    void bootCreatesTheTablesBeforeItChecksThem() {
        try (TestDatabase empty = Databases.POSTGRESQL.openEmpty();
                ConfigurableApplicationContext context = Node.run(
                        empty,
                        Shopless.class,
                        "spring.sql.init.mode=always",
                        "spring.sql.init.schema-locations=classpath:dev/leat/outbox/schema/postgresql/V1__outbox.sql")) {
            assertThat(health(context).getStatus()).isEqualTo(Status.UP);
        }
    }

    @Test
    void editorsKnowTheProperties() throws Exception {
        try (InputStream in = LeatOutbox.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            String metadata = new String(in.readAllBytes(), UTF_8);

            assertThat(metadata)
                    .contains("\"leat.outbox.namespace\"", "Separates applications that share a database.")
                    .contains("\"leat.outbox.routes\"", "\"leat.outbox.retry.max-attempts\"")
                    .contains("\"leat.cache.ttl\"", "\"leat.cache.caches\"");
        }
    }

    private static Health health(ConfigurableApplicationContext context) {
        return Objects.requireNonNull(
                context.getBean("outboxHealthIndicator", HealthIndicator.class).health(true));
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Shopless {}

    /** Its sink is one to a stream, of a server that is never asked. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Streaming {

        @Bean
        Sink orders() {
            return StreamSink.json(LeatEndpoint.at("http://127.0.0.1:9"), "orders");
        }
    }

    /** It has a cache that throws. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Cached {

        @Bean
        BrokenCache broken() {
            return new BrokenCache();
        }
    }

    static final class BrokenCache implements Invalidations {

        volatile boolean broken = true;

        @Override
        public void apply(Intent intent) {
            flush("");
        }

        @Override
        public void flush(String reason) {
            if (broken) {
                throw new IllegalStateException("no memory");
            }
        }
    }

    /** Its sink takes as long as a test wants. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Slow {

        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch mayFinish = new CountDownLatch(1);
        final CountDownLatch finished = new CountDownLatch(1);
        volatile Batch batch;

        @Bean
        Sink slow() {
            return Handler.of((row, batch) -> {
                this.batch = batch;
                begun.countDown();
                mayFinish.await();
                finished.countDown();
            });
        }

        @Bean
        OutboxCustomizer again(LeatOutbox outbox, PlatformTransactionManager manager) {
            Sink again = Handler.of((row, batch) -> new TransactionTemplate(manager)
                    .executeWithoutResult(status -> outbox.emit("slow", row.payload())));
            return builder -> builder.sink("again", again).retry(Retry.DEFAULT.never(IllegalArgumentException.class));
        }
    }
}
