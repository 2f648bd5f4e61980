package dev.leat.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.PurgeScope;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Settlement;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.Settings;
import dev.leat.engine.settings.Limits;
import dev.leat.testkit.Seeds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What streams and queues of all shards hold together, while sixteen threads decide at once. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TotalBytesTest {
    private static final int THREADS = 16;
    private static final int STEPS = 150;
    private static final long TOTAL = 6_000;
    private static final long STREAM = 900;
    private static final long QUEUE = 1_200;
    private static final int MESSAGES = 12;

    @TempDir
    Path temporary;

    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    private static Settings settings(long total) {
        Settings small = Small.settings();
        return small.withShards(THREADS)
                .withThreads(THREADS)
                .with(small.limits().withTotalBytes(total).withStreamBytes(STREAM));
    }

    private interface Work {
        void run(int number) throws Exception;
    }

    private List<Thread> start(int threads, Work work) {
        List<Thread> started = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            started.add(Thread.ofVirtual().start(() -> {
                try {
                    work.run(number);
                } catch (Throwable e) {
                    failures.add(e);
                }
            }));
        }
        return started;
    }

    private void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }

    @Seeds(20)
    void queuesOfAllShardsAreFilledToTheTotalAndNotBeyond(long seed) throws Exception {
        int each = 1 + new Random(seed).nextInt(40);
        long limit = 12L * each;
        Limits limits = Limits.defaults().withTotalBytes(limit);
        try (Leat leat = Leat.inMemory(settings(limit).with(limits))) {
            for (int i = 0; i < THREADS; i++) {
                leat.queues().create("q" + i);
            }
            AtomicLong taken = new AtomicLong();
            CountDownLatch ready = new CountDownLatch(THREADS);

            join(start(THREADS, i -> {
                ready.countDown();
                ready.await();
                try {
                    leat.queue("q" + i).enqueue(new byte[each]);
                    taken.addAndGet(each);
                } catch (RejectedException e) {
                    assertThat(e.rejection()).isInstanceOf(Rejection.StorageFull.class);
                }
            }));

            assertThat(leat.stats().bytes()).isEqualTo(limit);
            assertThat(taken).hasValue(limit);
        }
    }

    @Seeds(6)
    void theTotalIsNeverExceededAndOnceAllIsDeletedNothingCounts(long seed) throws Exception {
        Path data = temporary.resolve("data" + seed);
        try (Leat leat = Leat.open(data, settings(TOTAL))) {
            createAll(leat);
            AtomicBoolean done = new AtomicBoolean();
            List<Thread> watcher = start(
                    1,
                    unused -> Small.until(() -> {
                        assertThat(leat.stats().bytes()).isBetween(0L, TOTAL);
                        return done.get();
                    }));

            List<Thread> workers = start(THREADS, i -> new Traffic(leat, new Random(seed * THREADS + i)).run());
            try {
                join(workers);
            } finally {
                done.set(true);
            }
            join(watcher);

            for (int i = 0; i < THREADS; i++) {
                QueueInfo info = leat.queue("q" + i).info();
                assertThat(info.bytes()).isLessThanOrEqualTo(QUEUE);
                assertThat(info.messages()).isLessThanOrEqualTo(MESSAGES);
            }
            Small.until(() -> leat.stats().bytes() == held(leat)); // dead letters and redrives may be on their way
        }
        try (Leat leat = Leat.open(data, settings(TOTAL))) {
            Small.until(() -> leat.stats().bytes() == held(leat));

            deleteAll(leat);

            Small.until(() -> leat.stats().bytes() == 0);
            Small.until(() -> leat.stats().metadataBytes() == 0);
        }
    }

    private static void createAll(Leat leat) {
        for (int i = 0; i < THREADS; i++) {
            leat.queues().create("d" + i);
        }
        for (int i = 0; i < THREADS; i++) {
            leat.queues().create("q" + i, config(i));
            if (i % 4 == 3) {
                leat.queue("q" + i).group("one").create(GroupStart.HEAD);
                leat.queue("q" + i).group("two").create(GroupStart.HEAD);
            }
            leat.stream("s" + i).create(StreamConfig.bytes());
            leat.queues().create("{t" + i + "}q");
            leat.stream("{t" + i + "}s").create(StreamConfig.bytes());
        }
    }

    /** Half of the queues send their dead letters to another shard. */
    private static QueueConfig config(int i) {
        return QueueConfig.builder(i % 4 == 3 ? QueueConfig.Mode.FANOUT : QueueConfig.Mode.WORK)
                .deadLetter(QueueName.of("d" + (i % 2 == 0 ? i : (i + 5) % THREADS)))
                .maxAttempts(2)
                .maxBytes(QUEUE)
                .maxMessages(MESSAGES)
                .dedupWindow(Duration.ofMinutes(1))
                .full(i % 3 == 0 ? QueueConfig.Full.DROP_OLDEST : QueueConfig.Full.REJECT)
                .build();
    }

    /** What queues and streams say themselves. */
    private static long held(Leat leat) {
        long bytes = leat.queues().list().mapToLong(QueueInfo::bytes).sum();
        for (StreamPath path : paths(leat)) {
            bytes += tail(leat, path.value());
        }
        return bytes;
    }

    private static List<StreamPath> paths(Leat leat) {
        return leat.find("", null, 1000).paths();
    }

    /** 0 for one that is only kept for a fork. */
    private static long tail(Leat leat, String path) {
        try {
            return leat.stream(path).head().tail().position();
        } catch (RejectedException e) {
            assertThat(e.rejection()).isInstanceOfAny(Rejection.StreamNotFound.class, Rejection.StreamGone.class);
            return 0;
        }
    }

    private static void deleteAll(Leat leat) {
        for (QueueInfo queue : leat.queues().list().toList()) {
            leat.queue(queue.queue().value()).deleteAndDetach();
        }
        for (StreamPath path : paths(leat)) {
            leat.stream(path.value()).delete();
        }
    }

    /** One client that does all kinds of things to all queues and streams. */
    private record Traffic(Leat leat, Random random) {
        void run() {
            for (int i = 0; i < STEPS; i++) {
                try {
                    step();
                } catch (RejectedException e) {
                    assertThat(e.rejection()).isNotInstanceOf(Rejection.Unavailable.class);
                }
            }
        }

        private int any() {
            return random.nextInt(THREADS);
        }

        private byte[] payload() {
            return new byte[random.nextInt(200)];
        }

        private void step() {
            MessageQueue queue = leat.queue("q" + any());
            switch (random.nextInt(12)) {
                case 0, 1 -> queue.enqueue(payload());
                case 2 -> queue.enqueue(List.of(NewMessage.of(payload()), NewMessage.of(payload())));
                case 3 ->
                    queue.enqueueEach(List.of(
                            NewMessage.of(payload()).withDedupId("id" + random.nextInt(5)),
                            NewMessage.of(payload()).withDedupId("id" + random.nextInt(5))));
                case 4, 5 -> settle("q" + any());
                case 6 -> leat.stream("s" + any()).append(payload());
                case 7 -> leat.queue("d" + any()).redrive();
                case 8 -> transaction(any());
                case 9 -> recreate("s" + any());
                case 10 -> queue.purge(PurgeScope.READY);
                default -> fork(any());
            }
        }

        private void settle(String name) {
            MessageQueue queue = leat.queue(name);
            boolean fanOut = Integer.parseInt(name.substring(1)) % 4 == 3;
            Deliveries received = fanOut
                    ? queue.group(random.nextBoolean() ? "one" : "two")
                            .consumer("c")
                            .receive(3, Duration.ZERO)
                    : queue.receive(3, Duration.ZERO);
            for (Delivery delivery : received.deliveries()) {
                switch (random.nextInt(3)) {
                    case 0 -> queue.ack(delivery);
                    case 1 ->
                        queue.settle(Settlement.Nack.of(delivery.deliveryId())
                                .withDelay(Duration.ZERO)
                                .withError("no"));
                    default -> queue.reject(delivery, "never");
                }
            }
        }

        private void transaction(int i) {
            leat.transaction()
                    .enqueue("{t" + i + "}q", NewMessage.of(payload()))
                    .append("{t" + i + "}s", Body.of(new byte[1 + random.nextInt(100)]))
                    .enqueue("{t" + i + "}q", NewMessage.of(payload()))
                    .commit();
        }

        private void recreate(String path) {
            leat.stream(path).delete();
            leat.stream(path).create(StreamConfig.bytes());
        }

        private void fork(int i) {
            String fork = "f" + random.nextInt(1_000_000);
            leat.stream(fork).create(StreamConfig.forkOf(Fork.of("s" + i)));
            try {
                leat.stream(fork).append(payload());
            } finally {
                leat.stream(fork).delete();
            }
        }
    }
}
