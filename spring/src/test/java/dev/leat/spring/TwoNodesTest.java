package dev.leat.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.Receipt;
import dev.leat.outbox.TestDatabase;
import dev.leat.outbox.Wait;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TwoNodesTest {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

    private TestDatabase database;
    private Node a;
    private Node b;

    @BeforeEach
    void start() throws SQLException {
        database = Node.database();
        a = Node.start(database, "leat.outbox.node=a");
        b = Node.start(database, "leat.outbox.node=b");
    }

    @AfterEach
    void stop() {
        a.close();
        b.close();
        database.close();
    }

    @Test
    void whatOneNodeChangesTheOtherForgets() {
        for (int i = 0; i < 20; i++) {
            Node writer = i % 2 == 0 ? a : b;
            Node reader = i % 2 == 0 ? b : a;
            reader.people.find(1);

            Receipt receipt = writer.people.rename(1, "name " + i);

            assertThat(writer.people.find(1).name()).isEqualTo("name " + i);
            Receipt travelled = Receipt.parse(receipt.token());
            assertThat(reader.outbox
                            .await(travelled, Wait.APPLIED_HERE, LONG_ENOUGH)
                            .isSatisfied())
                    .isTrue();
            assertThat(reader.people.find(1).name()).isEqualTo("name " + i);
        }
    }

    @Test
    void anEvictionReachesTheOtherNodeWithItsTransactionAndWithout() throws Exception {
        b.people.find(1);
        b.people.find(2);

        Receipt[] receipt = new Receipt[1];
        a.people.in(() -> {
            a.people.change(1, "Amy");
            a.people.evict(1);
            receipt[0] = a.leat.receipt();
        });
        a.outbox.await(receipt[0], Wait.APPLIED_ON_ALL_NODES, LONG_ENOUGH);
        assertThat(b.people.find(1).name()).isEqualTo("Amy");

        database.execute("update person set name = 'Ben' where id = 2");
        a.people.evict(2);
        long deadline = System.nanoTime() + LONG_ENOUGH.toNanos();
        while (!b.people.find(2).name().equals("Ben")) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.sleep(5);
        }
    }

    @Test
    void overlappingTransactionsOfBothNodesLeaveNoStaleValue() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        CountDownLatch go = new CountDownLatch(1);
        Future<?>[] writers = new Future<?>[4];
        for (int w = 0; w < writers.length; w++) {
            Node node = w % 2 == 0 ? a : b;
            int writer = w;
            writers[w] = threads.submit(() -> {
                go.await();
                for (int i = 0; i < 50; i++) {
                    long id = 1L + (writer + i) % 3;
                    node.people.find(id);
                    node.people.rename(id, writer + "." + i);
                }
                return null;
            });
        }
        go.countDown();
        for (Future<?> writer : writers) {
            writer.get();
        }
        threads.shutdown();

        Receipt last = a.people.rename(3, "last");
        a.outbox.await(last, Wait.APPLIED_ON_ALL_NODES, LONG_ENOUGH);
        b.outbox.await(b.people.rename(3, "very last"), Wait.APPLIED_ON_ALL_NODES, LONG_ENOUGH);

        for (long id = 1; id <= 3; id++) {
            assertThat(a.people.find(id)).isEqualTo(a.people.read(id));
            assertThat(b.people.find(id)).isEqualTo(b.people.read(id));
        }
    }

    @Test
    void eachMailIsHandedOnByOneOfThem() throws Exception {
        Receipt receipt = a.people.rename(1, "Amy");
        a.outbox.await(receipt, Wait.HANDED_OFF, LONG_ENOUGH);

        int mails = a.context.getBean(Shop.class).mails.size()
                + b.context.getBean(Shop.class).mails.size();
        assertThat(mails).isOne();
    }
}
