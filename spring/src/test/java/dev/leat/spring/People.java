package dev.leat.spring;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.leat.outbox.Intent;
import dev.leat.outbox.Receipt;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What an application does: it reads through caches, and changes in transactions. */
class People {

    private final JdbcClient jdbc;
    private final LeatOutbox outbox;
    private final AtomicInteger loads = new AtomicInteger();

    People(JdbcClient jdbc, LeatOutbox outbox) {
        this.jdbc = jdbc;
        this.outbox = outbox;
    }

    public int loads() {
        return loads.get();
    }

    @Cacheable("people")
    @CacheTags({"entity('person', #id)", "entity('team', #result.team)"})
    public Person find(long id) {
        loads.incrementAndGet();
        return read(id);
    }

    @Cacheable(cacheNames = "together", sync = true)
    @CacheTags("'person ' + #p0")
    public Person findTogether(long id) {
        loads.incrementAndGet();
        return read(id);
    }

    @Cacheable("later")
    @CacheTags("entity('person', #id)")
    public CompletableFuture<Person> findLater(long id) {
        loads.incrementAndGet();
        return CompletableFuture.supplyAsync(() -> read(id));
    }

    @Cacheable("teams")
    @CacheTags({"collection('people')", "#teams.![#root.entity('team', #this)]"})
    public List<String> names(List<String> teams) {
        loads.incrementAndGet();
        return jdbc.sql("select name from person where team in (:teams) order by id")
                .param("teams", teams)
                .query(String.class)
                .list();
    }

    @Cacheable(cacheNames = "managed", cacheManager = "cacheManager")
    @CacheTags("entity('nobody', 'reads this')")
    public Person findByManager(long id) {
        loads.incrementAndGet();
        return read(id);
    }

    @Cacheable(cacheNames = "resolved", cacheResolver = "ownResolver")
    public Person findByResolver(long id) {
        loads.incrementAndGet();
        return read(id);
    }

    @Cacheable("broken")
    @CacheTags("#id")
    public Person wrongTag(long id) {
        return read(id);
    }

    public Person read(long id) {
        return jdbc.sql("select * from person where id = ?")
                .param(id)
                .query(Person.class)
                .optional()
                .orElse(null);
    }

    public void change(long id, String name) {
        jdbc.sql("update person set name = ? where id = ?").params(name, id).update();
    }

    @Transactional
    public Receipt rename(long id, String name) {
        change(id, name);
        outbox.emit("mail", "person-" + id, name.getBytes(UTF_8));
        outbox.invalidate("renamed", Intent.entity("person", id));
        return outbox.receipt();
    }

    @Transactional
    public void renameAndFail(long id, String name) {
        rename(id, name);
        throw new IllegalStateException("on purpose");
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void renameAlone(long id, String name) {
        rename(id, name);
    }

    @Transactional(propagation = Propagation.NESTED)
    public void renameNested(long id, String name) {
        rename(id, name);
    }

    @Transactional(propagation = Propagation.NESTED)
    public void renameNestedAndFail(long id, String name) {
        rename(id, name);
        throw new IllegalStateException("on purpose");
    }

    @Transactional
    public void in(Runnable body) {
        body.run();
    }

    @Transactional(readOnly = true)
    public void inReadOnly(Runnable body) {
        body.run();
    }

    @Transactional(isolation = Isolation.REPEATABLE_READ, readOnly = true)
    public void inSnapshot(Runnable body) {
        body.run();
    }

    @CacheEvict("people")
    public void evict(long id) {}

    @CacheEvict(cacheNames = "people", allEntries = true)
    public void evictAll() {}

    @CachePut(cacheNames = "people", key = "#person.id")
    public Person put(Person person) {
        return person;
    }
}
