package dev.leat.bench;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.AppendResult;
import dev.leat.bench.run.Meter;
import dev.leat.bench.run.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Producers that each send a message, wait for its answer, and send the next. */
final class Load {

    /** How a producer waits. */
    enum Waiting {
        /** Its reply sends the next message, on the thread that answers. */
        ASYNC,
        /** It is a virtual thread that calls the blocking API. */
        BLOCKING
    }

    private final Log log;
    private final Waiting waiting;
    private final byte[] payload;
    private final long quota;
    private final List<Producer> producers = new ArrayList<>();
    private final CountDownLatch running;
    private volatile boolean stopping;
    private volatile @Nullable Rejection failure;

    private Load(Log log, Waiting waiting, int producers, byte[] payload, long quota) {
        this.log = log;
        this.waiting = waiting;
        this.payload = payload;
        this.quota = quota;
        this.running = new CountDownLatch(producers);
        for (int i = 0; i < producers; i++) {
            this.producers.add(new Producer(i));
        }
    }

    /** Appends for a while and counts the answers. */
    static Sample run(Log log, Waiting waiting, int producers, byte[] payload, Duration time)
            throws InterruptedException {
        Load load = new Load(log, waiting, producers, payload, Long.MAX_VALUE);
        Meter meter = Meter.start();
        load.start();
        Thread.sleep(time);
        load.stopping = true;
        return meter.stop(load.finish());
    }

    /** Appends until every producer has had so many answers. */
    static Sample run(Log log, Waiting waiting, int producers, byte[] payload, long each) throws InterruptedException {
        Load load = new Load(log, waiting, producers, payload, each);
        Meter meter = Meter.start();
        load.start();
        return meter.stop(load.finish());
    }

    private long finish() throws InterruptedException {
        running.await();
        Rejection rejection = failure;
        if (rejection != null) {
            throw new IllegalStateException(rejection.reason());
        }
        return producers.stream().mapToLong(producer -> producer.answered).sum();
    }

    private void start() {
        for (Producer producer : producers) {
            switch (waiting) {
                case ASYNC -> producer.send();
                case BLOCKING -> Thread.ofVirtual().start(producer::sendAndWait);
            }
        }
    }

    private final class Producer implements Reply<AppendResult> {
        private long turn;
        private long answered;

        Producer(int index) {
            turn = index;
        }

        private boolean isDone() {
            return stopping || answered >= quota;
        }

        void send() {
            log.append(turn, payload, this);
        }

        @Override
        public void answered(AppendResult outcome) {
            answered++;
            turn += producers.size();
            if (isDone()) {
                running.countDown();
            } else {
                send();
            }
        }

        /** Repeats a refused append after the wait that an overloaded engine asks for; the wait shows in the figures. */
        @Override
        public void refused(Rejection rejection) {
            if (rejection instanceof Rejection.Overloaded overloaded) {
                CompletableFuture.delayedExecutor(overloaded.retryAfter().toMillis(), TimeUnit.MILLISECONDS)
                        .execute(this::send);
            } else {
                failure = rejection;
                running.countDown();
            }
        }

        void sendAndWait() {
            try {
                while (!isDone()) {
                    appendAndWait();
                }
            } catch (RejectedException e) {
                failure = e.rejection();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                running.countDown();
            }
        }

        private void appendAndWait() throws InterruptedException {
            try {
                log.appendAndWait(turn, payload);
                answered++;
                turn += producers.size();
            } catch (RejectedException e) {
                if (!(e.rejection() instanceof Rejection.Overloaded overloaded)) {
                    throw e;
                }
                Thread.sleep(overloaded.retryAfter());
            }
        }
    }
}
