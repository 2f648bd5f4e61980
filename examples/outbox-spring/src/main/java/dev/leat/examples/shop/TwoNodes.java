package dev.leat.examples.shop;

import dev.leat.outbox.Outbox;
import dev.leat.outbox.Receipt;
import dev.leat.outbox.Schema;
import dev.leat.outbox.Wait;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** Two nodes of the shop on one database: what one changes, the other's cache forgets. */
public final class TwoNodes {
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

    private TwoNodes() {}

    public static void main(String[] args) throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            run(postgres, System.out);
        }
    }

    static void run(EmbeddedPostgres postgres, PrintStream out) throws SQLException, InterruptedException {
        makeTables(postgres.getPostgresDatabase());
        String database = postgres.getJdbcUrl("postgres", "postgres");
        try (ConfigurableApplicationContext a = Shop.start(database, "a");
                ConfigurableApplicationContext b = Shop.start(database, "b")) {
            Products here = a.getBean(Products.class);
            Products there = b.getBean(Products.class);
            there.find(1);
            out.printf("b has %s, and has read it %d time%n", there.find(1), there.reads());

            Receipt receipt = here.reprice(1, 350);
            out.printf("a has %s, as soon as it is committed%n", here.find(1));

            a.getBean(Outbox.class).await(receipt, Wait.APPLIED_ON_ALL_NODES, LONG_ENOUGH);
            out.printf("b has %s, and has read it %d times%n", there.find(1), there.reads());

            a.getBean(Outbox.class).await(receipt, Wait.HANDED_OFF, LONG_ENOUGH);
            out.printf("mail of a: %s, of b: %s%n", mails(a), mails(b));

            try {
                here.reprice(1, -1);
            } catch (IllegalArgumentException e) {
                out.printf(
                        "%s: a has %s, and %d mails%n",
                        e.getMessage(), here.find(1), mails(a).size() + mails(b).size());
            }
        }
    }

    private static List<String> mails(ConfigurableApplicationContext node) {
        return node.getBean(Mailer.class).sent();
    }

    /** A shop that lives longer lets Flyway or Liquibase do this. */
    private static void makeTables(DataSource database) throws SQLException {
        Schema.install(database);
        new ResourceDatabasePopulator(new ClassPathResource("shop.sql")).execute(database);
    }
}
