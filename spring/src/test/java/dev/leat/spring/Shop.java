package dev.leat.spring;

import dev.leat.outbox.Handler;
import dev.leat.outbox.spi.Sink;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.SimpleCacheResolver;
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
    CacheResolver ownResolver(CacheManager caches) {
        return new SimpleCacheResolver(caches);
    }

    @Bean
    People people(JdbcClient jdbc, LeatOutbox outbox) {
        return new People(jdbc, outbox);
    }
}
