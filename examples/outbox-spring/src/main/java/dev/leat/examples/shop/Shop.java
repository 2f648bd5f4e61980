package dev.leat.examples.shop;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.leat.outbox.Handler;
import dev.leat.outbox.spi.Sink;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** The application. Start it as often as you like: nodes know of each other by their database alone. */
@SpringBootApplication
@EnableCaching
public class Shop {

    /** The route "mail", by the name of the bean. Which node hands a row on is settled between them. */
    @Bean
    Sink mail(Mailer mailer) {
        return Handler.of((row, batch) -> mailer.send(row.key(), new String(row.payload(), UTF_8)));
    }

    static ConfigurableApplicationContext start(String database, String node) {
        return new SpringApplicationBuilder(Shop.class)
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.url=" + database, "leat.outbox.node=" + node)
                .run();
    }
}
