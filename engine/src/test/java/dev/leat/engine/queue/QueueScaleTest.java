package dev.leat.engine.queue;

import static dev.leat.engine.support.QueueRig.queue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.engine.EmbeddedEngine;
import dev.leat.engine.Settings;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What very many receives that wait cost, and very many messages that are ready: the heap is measured after garbage is collected. */
class QueueScaleTest {
    private static final boolean THOROUGH = Boolean.getBoolean("leat.thorough");
    private static final int WAITERS = THOROUGH ? 10_000 : 500;
    private static final int MESSAGES = THOROUGH ? 1_000_000 : 50_000;
    private static final int BATCH = 1000;
    private static final int LEASED = 10 * BATCH;

    /** Of a receive that waits: the call, its consumer's presence, and who is to be told. */
    private static final long WAITER_BYTES = 4 << 10;

    /** Of an engine with its caches and the buffers that it keeps, and of a message that nobody has touched: with its payload it would have some 500. */
    private static final long ENGINE_BYTES = 16 << 20;

    private static final long READY_BYTES = 40;

    /** Of a message that somebody has: its entry, and its payload if it is in memory. */
    private static final long LEASED_BYTES = 2 << 10;

    @TempDir
    Path directory;

    @Tag("checklist-13")
    @Test
    void ofVeryManyWhoWaitAMessageWakesOneAndTheEndOfTheQueueAll() {
        try (EmbeddedEngine engine = EmbeddedEngine.inMemory(Settings.defaults().withInbox(2 * WAITERS))) {
            engine.call(new QueueCommand.CreateQueue(queue("q"), QueueConfig.work()));
            engine.call(receive("first", 1, Duration.ZERO)); // whatever is made once is there
            long before = heap();
            List<CompletableFuture<Deliveries>> waiters = new ArrayList<>();
            for (int i = 0; i < WAITERS; i++) {
                waiters.add(engine.callAsync(receive("worker-" + i, 1, Duration.ofMinutes(5)))
                        .toCompletableFuture());
            }
            assertThat(waiting(engine)).isEqualTo(WAITERS);
            long waiting = heap() - before;

            engine.call(QueueCommand.Enqueue.of(queue("q"), NewMessage.of("one")));
            List<Delivery> got = waiters.get(0).join().deliveries();
            int left = waiting(engine);
            long answered = waiters.stream().filter(CompletableFuture::isDone).count();
            engine.call(new QueueCommand.DeleteQueue(queue("q"), false));

            assertThat(got).extracting(Delivery::text).containsExactly("one");
            assertThat(left).isEqualTo(WAITERS - 1);
            assertThat(answered).as("one message wakes one").isEqualTo(1);
            assertThat(waiters.subList(1, WAITERS))
                    .extracting(QueueScaleTest::refusal)
                    .containsOnly(new Rejection.QueueNotFound(queue("q")));
            assertThat(waiting).isLessThan((1 << 20) + WAITERS * WAITER_BYTES);
        }
    }

    private static int waiting(EmbeddedEngine engine) {
        return engine.call(new QueueQuery.Queue(queue("q"))).groups().get(0).waiters();
    }

    private static Rejection refusal(CompletableFuture<?> waiter) {
        return waiter.handle((outcome, failure) -> ((RejectedException) failure).rejection())
                .join();
    }

    private static QueueCommand.Receive receive(String consumer, int max, Duration wait) {
        return new QueueCommand.Receive(queue("q"), null, ConsumerName.of(consumer), max, wait, null);
    }

    @Test
    void veryManyReadyMessagesCostLittleHeapAndMoreOnlyForWhatIsLeased() {
        long before = heap();
        try (EmbeddedEngine engine = EmbeddedEngine.open(directory, Settings.defaults())) {
            engine.call(new QueueCommand.CreateQueue(queue("q"), QueueConfig.work()));
            fill(engine);
            store(engine);
            long ready = heap() - before;

            List<Delivery> leased = new ArrayList<>();
            while (leased.size() < LEASED) {
                leased.addAll(engine.call(receive("ann", Math.min(BATCH, LEASED - leased.size()), Duration.ZERO))
                        .deliveries());
            }
            store(engine);
            List<Settlement> acks = leased.stream()
                    .map(each -> (Settlement) Settlement.Ack.of(each.deliveryId()))
                    .toList();
            leased.clear();
            long withLeases = heap() - before;
            int count = acks.size();
            for (int i = 0; i < count; i += BATCH) {
                engine.call(new QueueCommand.Settle(queue("q"), acks.subList(i, i + BATCH), false));
            }
            store(engine);
            long settled = heap() - before;

            long most = ENGINE_BYTES + MESSAGES * READY_BYTES;
            assertThat(count).isEqualTo(LEASED);
            assertThat(ready).as("while all are ready").isLessThan(most);
            assertThat(withLeases).as("with leases").isLessThan(ready + (4 << 20) + count * LEASED_BYTES);
            assertThat(settled).as("when those are acked").isLessThan(most);
        }
    }

    /** What the store has is not needed in memory; the shard has learnt of it when it answers. */
    private static void store(EmbeddedEngine engine) {
        engine.checkpoint();
        waiting(engine);
    }

    private static void fill(EmbeddedEngine engine) {
        List<NewMessage> batch = Collections.nCopies(BATCH, NewMessage.of(new byte[256]));
        for (int i = 0; i < MESSAGES / BATCH; i++) {
            engine.call(new QueueCommand.Enqueue(queue("q"), batch, false));
        }
    }

    /**
     * The bytes of all objects that are reachable; references that are cleared late need more than one round. What a heap says is in
     * use has room that threads took in advance, and gaps: megabytes more or less from one time to the next.
     */
    private static long heap() {
        for (int i = 0; i < 2; i++) {
            System.gc();
        }
        try {
            String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
            String total = histogram
                    .lines()
                    .filter(line -> line.startsWith("Total"))
                    .findFirst()
                    .orElseThrow();
            return Long.parseLong(total.trim().split(" +")[2]);
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }
}
