package dev.leat.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.outbox.Intent;
import dev.leat.outbox.TestDatabase;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.cache.Cache;

class CacheTest {

    private TestDatabase database;
    private Node node;
    private People people;

    @BeforeEach
    void start() throws SQLException {
        database = Node.database();
        node = Node.start(database);
        people = node.people;
    }

    @AfterEach
    void stop() {
        node.close();
        database.close();
    }

    @Test
    void aValueIsLoadedOnceUntilOneOfItsTagsIsInvalidated() {
        assertThat(people.find(1)).isEqualTo(people.find(1));
        assertThat(people.loads()).isOne();

        people.rename(1, "Amy");
        assertThat(people.find(1).name()).isEqualTo("Amy");
        people.in(() -> node.leat.invalidate(Intent.entity("team", "red")));
        people.find(1);
        people.in(() -> node.leat.invalidate(Intent.entity("team", "blue")));
        people.find(1);

        assertThat(people.loads()).isEqualTo(3);
    }

    @Test
    void aTagMayBeATextOrOfACollection() {
        people.findTogether(1);
        people.in(() -> node.leat.invalidate(Intent.tag("person 1")));
        people.findTogether(1);
        assertThat(people.loads()).isEqualTo(2);

        people.names(List.of("red", "blue"));
        people.in(() -> node.leat.invalidate(Intent.entity("team", "blue")));
        people.names(List.of("red", "blue"));
        people.in(() -> node.leat.invalidate(Intent.entity("team", "green")));
        people.names(List.of("red", "blue"));
        assertThat(people.loads()).isEqualTo(4);
    }

    @Test
    void anExpressionThatGivesNoTagIsAnError() {
        assertThatThrownBy(() -> people.wrongTag(1)).hasMessageContaining("#id gives 1");
    }

    @Test
    void nullIsRememberedToo() throws SQLException {
        assertThat(people.find(9)).isNull();
        assertThat(people.find(9)).isNull();
        assertThat(people.findTogether(9)).isNull();
        assertThat(people.findTogether(9)).isNull();
        assertThat(people.loads()).isEqualTo(2);

        database.execute("insert into person values (9, 'Zoe', 'red')");
        people.evict(9);
        assertThat(people.find(9).name()).isEqualTo("Zoe");
    }

    @Test
    void syncLoadsOnceForAllWhoAsk() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        Cache cache = cache("together");
        CountDownLatch loading = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Callable<String> slow = () -> {
            loading.countDown();
            go.await();
            return "loaded by the first";
        };
        Future<String> first = threads.submit(() -> cache.get("k", slow));
        loading.await();
        List<Future<String>> others = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            others.add(threads.submit(() -> cache.get("k", () -> "loaded by another")));
        }
        go.countDown();

        assertThat(first.get()).isEqualTo("loaded by the first");
        for (Future<String> other : others) {
            assertThat(other.get()).isEqualTo("loaded by the first");
        }
        threads.shutdown();
    }

    @Test
    void whatALoaderThrowsIsWhatTheCallerGets() {
        Cache cache = cache("together");

        assertThatThrownBy(() -> cache.get("k", () -> {
                    throw new java.io.IOException("gone");
                }))
                .isInstanceOf(Cache.ValueRetrievalException.class)
                .hasRootCauseMessage("gone");
        assertThat(cache.get("k")).isNull();
    }

    @Test
    void futuresAreCachedByTheirValues() {
        assertThat(people.findLater(1).join().name()).isEqualTo("Ann");
        assertThat(people.findLater(1).join().name()).isEqualTo("Ann");
        assertThat(people.loads()).isOne();

        people.rename(1, "Amy");
        assertThat(people.findLater(1).join().name()).isEqualTo("Amy");
    }

    @Test
    void othersSeeAnEvictionOnlyAfterTheCommit() throws Exception {
        people.find(1);
        ExecutorService other = Executors.newSingleThreadExecutor();

        people.in(() -> {
            people.change(1, "Amy");
            people.evict(1);
            assertThat(people.find(1).name()).as("to the transaction itself").isEqualTo("Amy");
            assertThat(get(other.submit(() -> people.find(1).name())))
                    .as("to others")
                    .isEqualTo("Ann");
            assertThat(people.find(1).name()).isEqualTo("Amy");
        });

        assertThat(get(other.submit(() -> people.find(1).name()))).isEqualTo("Amy");
        assertThat(database.text("select kind || ' ' || target from ob_inval")).isEqualTo("key people:1");
        other.shutdown();
    }

    @Test
    void aRollbackEvictsNothingAndLeavesNothing() {
        people.find(1);

        assertThatThrownBy(() -> people.in(() -> {
                    people.change(1, "Eve");
                    people.change(2, "Eve");
                    people.find(2); // before it is said to have changed
                    people.findTogether(2);
                    people.evict(1);
                    people.evictAll();
                    people.find(1);
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");

        int before = people.loads();
        assertThat(people.find(1).name()).isEqualTo("Ann");
        assertThat(people.loads()).as("it was never evicted").isEqualTo(before);
        assertThat(people.find(2).name()).isEqualTo("Bob");
        assertThat(people.findTogether(2).name()).isEqualTo("Bob");
    }

    @Test
    void whatATransactionLoadsIsKeptAfterItsCommit() {
        people.in(() -> {
            people.find(1);
            people.findTogether(1);
        });
        people.inReadOnly(() -> {
            people.find(2);
            people.find(2);
        });
        assertThat(people.loads()).isEqualTo(3);

        people.find(1);
        people.findTogether(1);
        people.find(2);
        assertThat(people.loads()).isEqualTo(3);
    }

    @Test
    void whatAnOldSnapshotShowsIsNotKept() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();

        people.inSnapshot(() -> {
            people.read(3); // the snapshot is taken
            get(other.submit(() -> people.rename(1, "Amy")));
            assertThat(people.find(1).name()).isEqualTo("Ann");
            assertThat(people.findTogether(1).name()).isEqualTo("Ann");
        });

        assertThat(people.find(1).name()).isEqualTo("Amy");
        assertThat(people.findTogether(1).name()).isEqualTo("Amy");
        other.shutdown();
    }

    @Test
    void allEntriesOfOneCacheCanBeEvicted() throws SQLException {
        people.find(1);
        people.findTogether(1);

        people.evictAll();
        people.find(1);
        people.findTogether(1);

        assertThat(people.loads()).isEqualTo(3);
        assertThat(database.text("select kind || ' ' || target from ob_inval")).isEqualTo("entity spring-cache:people");
    }

    @Test
    void whatIsPutIsLoadedByTheNextWhoAsks() {
        people.find(1);

        people.put(new Person(1, "made up", "red"));

        assertThat(people.find(1).name()).isEqualTo("Ann");
        assertThat(people.loads()).isEqualTo(2);
    }

    @Test
    void cachesOfTheManagerAreFilledByWhoeverResolvesThem() throws SQLException {
        people.findByManager(1);
        people.findByManager(1);
        people.findByResolver(1);
        people.findByResolver(1);
        assertThat(people.loads()).isEqualTo(2);
        assertThat(database.number("select count(*) from ob_inval"))
                .as("a miss tells nobody")
                .isZero();

        people.change(1, "Amy");
        Cache cache = cache("managed");
        cache.clear();
        assertThat(people.findByManager(1).name()).isEqualTo("Amy");
    }

    @Test
    void whatWasInvalidatedBetweenAskingAndPuttingIsNotStored() {
        Cache cache = cache("managed");
        assertThat(cache.get("k")).isNull();
        cache("managed").evict("k");

        cache.put("k", "out of date");

        assertThat(cache("managed").get("k")).isNull();
    }

    @Test
    void aCacheThatIsKeptEvictsWhatIsPutAfterItsFirstQuestion() throws SQLException {
        Cache kept = cache("managed");
        kept.get("k");
        kept.get("k");

        kept.put("k", "new for all nodes");
        kept.putIfAbsent("l", "old");
        kept.put("m", "nobody asked");

        assertThat(cache("managed").get("k")).isNull();
        assertThat(cache("managed").get("l")).isNull();
        assertThat(cache("managed").get("m")).isNull();
        assertThat(database.number("select count(*) from ob_inval where kind = 'key'"))
                .isEqualTo(3);
    }

    @Test
    void tagsThatNobodyReadsAreFoundAtTheStart() {
        assertThat(node.context.getBean(TagCheck.class).unread())
                .extracting(Method::getName)
                .containsExactly("findByManager");
    }

    private Cache cache(String name) {
        return node.context.getBean(LeatCaches.class).getCache(name);
    }

    @Test
    void aKeyThatOtherNodesCouldNotReadIsRefused() {
        Cache cache = cache("people");

        assertThatThrownBy(() -> cache.get(new byte[1], () -> "x")).hasMessageContaining("no toString of its own");
        assertThatThrownBy(() -> cache.evict(new Object())).hasMessageContaining("no toString of its own");
    }

    private static <T> T get(Future<T> future) {
        try {
            return future.get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
