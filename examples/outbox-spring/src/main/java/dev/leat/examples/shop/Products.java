package dev.leat.examples.shop;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.leat.outbox.Intent;
import dev.leat.outbox.Receipt;
import dev.leat.spring.CacheTags;
import dev.leat.spring.LeatOutbox;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Reads through a cache, and says with every change what it makes wrong. */
@Service
public class Products {
    private final JdbcClient jdbc;
    private final LeatOutbox outbox;
    private final AtomicInteger reads = new AtomicInteger();

    Products(JdbcClient jdbc, LeatOutbox outbox) {
        this.jdbc = jdbc;
        this.outbox = outbox;
    }

    @Cacheable("products")
    @CacheTags("entity('product', #id)")
    public Product find(long id) {
        reads.incrementAndGet();
        return jdbc.sql("select id, name, cents from product where id = ?")
                .param(id)
                .query(Product.class)
                .single();
    }

    /** The new price, the mail about it and the invalidation of all caches are one transaction: all of it happens, or nothing. */
    @Transactional
    public Receipt reprice(long id, int cents) {
        jdbc.sql("update product set cents = ? where id = ?").params(cents, id).update();
        outbox.emit("mail", "product-" + id, ("now at " + cents).getBytes(UTF_8));
        outbox.invalidate(Intent.entity("product", id));
        if (cents < 0) {
            throw new IllegalArgumentException("a price is not negative");
        }
        return outbox.receipt();
    }

    /** How often the database was asked. */
    public int reads() {
        return reads.get();
    }
}
