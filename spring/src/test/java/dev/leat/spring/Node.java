package dev.leat.spring;

import dev.leat.outbox.Databases;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A running application on a real database. */
final class Node implements AutoCloseable {

    final ConfigurableApplicationContext context;
    final People people;
    final LeatOutbox leat;
    final Outbox outbox;

    private Node(ConfigurableApplicationContext context) {
        this.context = context;
        people = context.getBean(People.class);
        leat = context.getBean(LeatOutbox.class);
        outbox = context.getBean(Outbox.class);
    }

    static TestDatabase database() throws SQLException {
        TestDatabase database = Databases.POSTGRESQL.open();
        database.execute("create table person (id bigint primary key, name text, team text)");
        database.execute("insert into person values (1, 'Ann', 'red'), (2, 'Bob', 'red'), (3, 'Cid', 'blue')");
        return database;
    }

    static Node start(TestDatabase database, String... properties) {
        return new Node(run(database, Shop.class, properties));
    }

    static ConfigurableApplicationContext run(TestDatabase database, Class<?> application, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "spring.datasource.url=" + database.url(),
                "spring.flyway.enabled=false",
                "spring.main.banner-mode=off",
                "spring.main.log-startup-info=false",
                "spring.main.register-shutdown-hook=false",
                "leat.outbox.namespace=shop"));
        all.addAll(List.of(properties));
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .properties(all.toArray(String[]::new))
                .run();
    }

    /** The next mail that the sink got; null if none comes for a long time. */
    String mail() throws InterruptedException {
        return context.getBean(Shop.class).mails.poll(60, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        context.close();
    }
}
