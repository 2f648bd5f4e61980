package dev.leat.spring;

import dev.leat.outbox.Handler;
import dev.leat.outbox.Sink;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A small application. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableCaching
class Shop {

    final BlockingQueue<String> mails = new LinkedBlockingQueue<>();

    @Bean
    Sink mail() {
        return Handler.of(
                (row, batch) -> mails.add(row.key() + ": " + new String(row.payload(), StandardCharsets.UTF_8)));
    }

    @Bean
    People people(JdbcClient jdbc, LeatOutbox outbox) {
        return new People(jdbc, outbox);
    }
}
