package dev.leat.outbox;

import static dev.leat.outbox.Fixture.commit;
import static dev.leat.outbox.Fixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.spi.RouteOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What outlives a hand-off: leases, processes that end, rows that are kept. */
class RelayLifeTest extends RelayFixture {

    @Test
    void aLongHandOffKeepsItsLease() throws Exception {
        CountDownLatch finish = new CountDownLatch(1);
        RouteOptions brief = RouteOptions.leased().lease(Duration.ofSeconds(3));
        Handler slow = (row, batch) -> {
            see(row, batch);
            finish.await();
        };
        Outbox outbox = start(slow, brief);
        start(slow, brief);
        commit(database, outbox, tx -> tx.emit("orders", bytes("slow")));
        eventually(() -> seen.containsKey("slow"));
        String lease = database.text("select lease_until from ob_event");
        // Two renewals later a lease that nobody had renewed would have been reaped.
        eventually(() -> !lease.equals(database.text("select lease_until from ob_event")));
        String next = database.text("select lease_until from ob_event");
        eventually(() -> !next.equals(database.text("select lease_until from ob_event")));
        finish.countDown();

        eventually(() -> count("1 = 1") == 0);
        assertThat(seen.get("slow")).hasValue(1);
    }

    @Test
    void rowsOfADeadProcessAreHandedOnByOthers() throws Exception {
        Outbox writer = Outbox.builder(database).namespace("shop").build();
        commit(database, writer, tx -> tx.emit("orders", bytes("orphan")));
        database.execute("update ob_event set state = 1, attempts = 1, owner = 'gone', lease_until = created_at");

        start(this::see, RouteOptions.leased());

        eventually(() -> seen.containsKey("orphan") && count("1 = 1") == 0);
    }

    @Test
    void closingFinishesTheRowInHandAndGivesBackTheRest() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        Outbox outbox = start(
                (row, batch) -> {
                    begun.countDown();
                    finish.await();
                    see(row, batch);
                },
                RouteOptions.leased().workers(1));
        commit(database, outbox, tx -> {
            for (int i = 0; i < 10; i++) {
                tx.emit("orders", bytes("row-" + i));
            }
        });
        begun.await();
        Thread closing = new Thread(outbox::close);
        closing.start();
        eventually(
                () -> closing.getState() == Thread.State.TIMED_WAITING || closing.getState() == Thread.State.WAITING);
        finish.countDown();
        closing.join();

        assertThat(seen).hasSize(1);
        assertThat(count("state = 0 and attempts = 0")).isEqualTo(9);
        assertThat(count("1 = 1")).isEqualTo(9);
    }

    @Test
    void handlersRunOnVirtualThreadsWhereThereAreAny() throws Exception {
        List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
        Outbox outbox = start((row, batch) -> threads.add(Thread.currentThread()), RouteOptions.leased());
        commit(database, outbox, tx -> tx.emit("orders", bytes("1")));
        eventually(() -> !threads.isEmpty());

        // SQLite's driver would block the threads below, so there they are plain ones.
        boolean virtual = Runtime.version().feature() >= 21 && kind != Databases.SQLITE;
        assertThat(threads.get(0).getClass().getSimpleName()).isEqualTo(virtual ? "VirtualThread" : "Thread");
    }

    @Test
    void keptRowsStayAndAreNotHandedOnAgain() throws Exception {
        Outbox outbox = start(this::see, RouteOptions.leased().keepDone(Duration.ofHours(1)));
        commit(database, outbox, tx -> tx.emit("orders", bytes("1")).dedupe("d"));
        eventually(() -> count("state = 2") == 1);

        assertThat(commit(database, outbox, tx -> tx.emit("orders", bytes("1")).dedupe("d"))
                        .events())
                .isZero();
        assertThat(seen.get("1")).hasValue(1);
    }

    @Test
    void keptRowsArePurgedInTime() throws Exception {
        Outbox outbox = start(
                this::see, RouteOptions.leased().keepDone(Duration.ofMillis(1)).lease(Duration.ofMillis(100)));
        commit(database, outbox, tx -> tx.emit("orders", bytes("1")));

        eventually(() -> seen.containsKey("1") && count("1 = 1") == 0);
    }
}
