package dev.leat.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.Handler;
import dev.leat.outbox.Intent;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.PayloadCodec;
import dev.leat.outbox.Receipt;
import dev.leat.outbox.Retry;
import dev.leat.outbox.Sink;
import dev.leat.outbox.TestDatabase;
import dev.leat.outbox.Wait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** The examples of docs/outbox-spring.md: that they run, and that the document has these lines. */
class SpringDocTest {

    record Order(long id, String customer) {}

    static class Mailer {
        final Map<String, String> sent = new ConcurrentHashMap<>();

        void send(String to, byte[] text) {
            sent.put(to, new String(text, UTF_8));
        }
    }

    // tag: write
    @Service
    static class Orders {

        private final JdbcClient jdbc;
        private final LeatOutbox outbox;

        Orders(JdbcClient jdbc, LeatOutbox outbox) {
            this.jdbc = jdbc;
            this.outbox = outbox;
        }

        @Transactional
        public Receipt place(long id, String what) {
            jdbc.sql("insert into orders values (?, ?)").params(id, what).update();
            outbox.emit("mail", "order-" + id, what.getBytes(UTF_8)).header("ct", "text/plain");
            outbox.invalidate(Intent.entity("order", id), Intent.collection("orders"));
            return outbox.receipt();
        }
        // end: write

        // tag: cache
        @Cacheable("orders")
        @CacheTags({"entity('order', #id)", "entity('customer', #result.customer)"})
        public Order find(long id) {
            return read(id);
        }
        // end: cache

        private Order read(long id) {
            return jdbc.sql("select id, customer from orders where id = ?")
                    .param(id)
                    .query(Order.class)
                    .single();
        }

        @Transactional
        @CacheEvict(cacheNames = "orders", key = "#id")
        public void change(long id, String customer) {
            jdbc.sql("update orders set customer = ? where id = ?")
                    .params(customer, id)
                    .update();
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableCaching
    // tag: order
    @EnableTransactionManagement(order = Ordered.LOWEST_PRECEDENCE - 1)
    // end: order
    @Import(Orders.class)
    static class Application {

        @Bean
        Mailer mailer() {
            return new Mailer();
        }

        // tag: sink
        @Bean
        Sink mail(Mailer mailer) {
            return Handler.of((row, batch) -> mailer.send(row.key(), row.payload()));
        }
        // end: sink

        // tag: customize
        @Bean
        OutboxCustomizer payloads() {
            return outbox ->
                    outbox.codec(PayloadCodec.compressed()).retry(Retry.DEFAULT.never(IllegalArgumentException.class));
        }
        // end: customize
    }

    @Test
    void theExamplesRun() throws Exception {
        try (TestDatabase database = Node.database()) {
            database.execute("create table orders (id bigint primary key, customer text)");
            try (ConfigurableApplicationContext context =
                    Node.run(database, Application.class, "leat.outbox.routes.mail.workers=4")) {
                Orders orders = context.getBean(Orders.class);

                Receipt receipt = orders.place(7, "tea");
                context.getBean(Outbox.class).await(receipt, Wait.HANDED_OFF, Duration.ofSeconds(60));
                assertThat(context.getBean(Mailer.class).sent).containsEntry("order-7", "tea");

                assertThat(orders.find(7).customer()).isEqualTo("tea");
                orders.change(7, "coffee");
                assertThat(orders.find(7).customer()).isEqualTo("coffee");
                assertThat(database.number("select count(*) from ob_inval i join orders o"
                                + " on i.xid::text::bigint % 4294967296 = o.xmin::text::bigint where i.kind = 'key'"))
                        .as("evicted in the transaction that changed the row")
                        .isOne();
            }
        }
    }

    @Test
    void theDocumentHasTheseExamplesAndEveryProperty() throws IOException {
        String text = Files.readString(Path.of("../docs/outbox-spring.md"));
        String source = Files.readString(Path.of("src/test/java/dev/leat/spring/SpringDocTest.java"));

        for (String name : List.of("write", "cache", "order", "sink", "customize")) {
            String example = source.substring(
                    source.indexOf("// tag: " + name) + ("// tag: " + name).length(),
                    source.indexOf("// end: " + name));
            assertThat(unspaced(text)).as(name).contains(unspaced(example.replace("static class", "class")));
        }
        for (Class<?> properties : List.of(OutboxProperties.class, CacheProperties.class)) {
            String prefix = properties == CacheProperties.class ? "`leat.cache." : "`leat.outbox.";
            for (var component : properties.getRecordComponents()) {
                String name = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT);
                assertThat(text).contains(prefix + name);
            }
        }
    }

    /** The formatter breaks lines where it likes. */
    private static String unspaced(String text) {
        return text.replaceAll("\\s", "");
    }
}
