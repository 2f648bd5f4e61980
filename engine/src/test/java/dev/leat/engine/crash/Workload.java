package dev.leat.engine.crash;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Following;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.testkit.Pieces;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Many threads that append, follow, fork, close and delete, until they are stopped. */
final class Workload {
    private static final int APPENDERS = 8;
    private static final int CHURNERS = 2;
    private static final int FOLLOWERS = 2;
    private static final int BEFORE = 90; // the worker that does what the plan asks for first
    private static final int DROPPER = 91;

    private final Child child;
    private final Plan plan;
    private final SplittableRandom random;
    private final List<Plan.Open> streams = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopping;

    Workload(Child child, Plan plan, long seed) {
        this.child = child;
        this.plan = plan;
        this.random = new SplittableRandom(seed);
    }

    void start() {
        plan.retries().forEach(this::retry);
        plan.producers().forEach(this::probe);
        streams.addAll(plan.open());
        for (int i = 0; i < 4; i++) {
            Plan.Open stream = new Plan.Open("shared/" + child.round() + "/" + i, i % 2 == 0);
            if (child.create(BEFORE, stream.path(), stream.json(), child.freshIds(i))) {
                streams.add(stream);
            }
        }
        for (int i = 0; i < APPENDERS; i++) {
            int worker = i;
            run(own -> new Appender(worker, own).run());
        }
        for (int i = 0; i < CHURNERS; i++) {
            int worker = APPENDERS + i;
            run(own -> churn(worker, own));
        }
        for (int i = 0; i < FOLLOWERS; i++) {
            run(this::follow);
        }
        run(own -> drop(DROPPER, "shared/"));
        run(own -> watchTotal());
    }

    void stop() throws InterruptedException {
        stopping = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void run(Consumer<SplittableRandom> work) {
        SplittableRandom own = random.split();
        threads.add(Thread.ofVirtual().start(() -> {
            try {
                work.accept(own);
            } catch (Throwable failure) {
                child.wire().wrong(Child.trace(failure));
            }
        }));
    }

    private Plan.Open any(SplittableRandom own) {
        return streams.get(own.nextInt(streams.size()));
    }

    // ---- before

    /** What was not answered before the kill is repeated, and is there once afterwards. */
    private void retry(Plan.Retry retry) {
        boolean json = plan.open().stream().anyMatch(s -> s.path().equals(retry.path()) && s.json());
        ProducerStamp stamp = new ProducerStamp(retry.producer(), retry.epoch(), retry.seq());
        Optional<AppendResult> done = child.append(BEFORE, retry.path(), json, retry.ids(), stamp, retry.close());
        done.filter(outcome -> outcome.duplicate() != retry.duplicate())
                .ifPresent(outcome -> child.wire().wrong("retried " + retry + ", answered " + outcome));
        if (done.isPresent() && !retry.duplicate()) {
            plan.wrote(new Plan.Last(retry.path(), retry.producer(), retry.epoch(), retry.seq()));
        }
    }

    /** The engine remembers of a producer exactly what is in the stream. */
    private void probe(Plan.Last last) {
        ProducerStamp again = new ProducerStamp(last.producer(), last.epoch(), last.seq());
        AppendResult repeated = child.leat().stream(last.path()).append(Content.body(List.of(1L), false), again);
        if (!repeated.duplicate()) {
            child.wire().wrong("repeating " + last + " was no duplicate");
        }
        ProducerStamp gap = new ProducerStamp(last.producer(), last.epoch(), last.seq() + 2);
        Optional<Rejection> refusal =
                Child.refusal(() -> child.leat().stream(last.path()).append(Content.body(List.of(1L), false), gap));
        if (!refusal.equals(Optional.of(new Rejection.ProducerGap(last.seq() + 1, last.seq() + 2)))) {
            child.wire().wrong("a gap after " + last + " was answered with " + refusal);
        }
    }

    // ---- appends

    private final class Appender {
        private final int worker;
        private final SplittableRandom own;
        private final Map<String, ProducerStamp> next = new HashMap<>();

        Appender(int worker, SplittableRandom own) {
            this.worker = worker;
            this.own = own;
            for (Plan.Last last : plan.producers()) {
                if (last.producer().equals("p" + worker)) {
                    next.put(last.path(), following(last));
                }
            }
        }

        /** Now and then a producer comes back in its next epoch. */
        private ProducerStamp following(Plan.Last last) {
            return own.nextInt(4) == 0
                    ? new ProducerStamp(last.producer(), last.epoch() + 1, 0)
                    : new ProducerStamp(last.producer(), last.epoch(), last.seq() + 1);
        }

        void run() {
            while (!stopping) {
                Plan.Open stream = any(own);
                List<Long> ids = child.freshIds(own.nextInt(4) == 0 ? 1 + own.nextInt(9) : 1);
                if (worker % 2 == 0) {
                    child.append(worker, stream.path(), stream.json(), ids, null, false);
                } else {
                    byProducer(stream, ids);
                }
            }
        }

        private void byProducer(Plan.Open stream, List<Long> ids) {
            ProducerStamp stamp = next.computeIfAbsent(stream.path(), path -> new ProducerStamp("p" + worker, 0, 0));
            Optional<AppendResult> done = child.append(worker, stream.path(), stream.json(), ids, stamp, false);
            if (done.isEmpty()) {
                return;
            }
            if (done.get().duplicate()) {
                child.wire().wrong(stamp + " is new on " + stream + " and was called a duplicate");
            }
            next.put(stream.path(), new ProducerStamp(stamp.id(), stamp.epoch(), stamp.seq() + 1));
            if (own.nextInt(8) == 0) {
                repeat(stream, ids, stamp);
            }
        }

        private void repeat(Plan.Open stream, List<Long> ids, ProducerStamp stamp) {
            child.append(worker, stream.path(), stream.json(), ids, stamp, false)
                    .filter(outcome -> !outcome.duplicate())
                    .ifPresent(outcome -> child.wire().wrong("repeating " + stamp + " on " + stream + " wrote again"));
            if (stamp.epoch() > 0 && own.nextBoolean()) {
                ProducerStamp old = new ProducerStamp(stamp.id(), stamp.epoch() - 1, stamp.seq());
                Child.refusal(() -> child.leat().stream(stream.path()).append(Content.body(ids, stream.json()), old))
                        .filter(refusal -> !(refusal instanceof Rejection.EpochStale)
                                && !(refusal instanceof Rejection.StreamClosed)
                                && !(refusal instanceof Rejection.StreamNotFound)
                                && !(refusal instanceof Rejection.StreamGone))
                        .ifPresent(refusal -> child.wire().wrong(old + " was answered with " + refusal));
            }
        }
    }

    // ---- streams that come and go

    /** Creates, appends, forks, forks the fork, closes and deletes, in the order that makes sources outlive their path. */
    private void churn(int worker, SplittableRandom own) {
        String root = "churn/" + worker;
        drop(worker, root + "/"); // by the same worker, so that a path has one story
        for (int n = 0; !stopping; n++) {
            boolean json = own.nextBoolean();
            String source = own.nextBoolean() ? root + "/again" : root + "/" + child.round() + "-" + n;
            if (!child.create(worker, source, json, child.freshIds(own.nextInt(4)))) {
                child.delete(worker, source);
                continue;
            }
            Long at = grow(worker, source, json, own, 0L);
            List<String> forks = new ArrayList<>();
            Plan.Open shared = any(own);
            forkAndGrow(worker, root + "/f" + n + "-" + child.round(), source, json, at, own, forks);
            forkAndGrow(worker, root + "/s" + n + "-" + child.round(), shared.path(), shared.json(), null, own, forks);
            if (own.nextBoolean()) {
                child.append(worker, source, json, child.freshIds(1), null, true);
            }
            closeAndDelete(worker, source);
            for (String fork : forks) {
                if (own.nextInt(3) != 0) {
                    closeAndDelete(worker, fork);
                } // else it is left for the next life to drop
            }
        }
    }

    /** A tail that was answered, or null if nothing was. */
    private @Nullable Long grow(int worker, String path, boolean json, SplittableRandom own, @Nullable Long before) {
        Long tail = before;
        for (int i = own.nextInt(12); i >= 0; i--) {
            Optional<AppendResult> done =
                    child.append(worker, path, json, child.freshIds(1 + own.nextInt(3)), null, false);
            if (done.isPresent()) {
                tail = done.get().tail().position();
            }
        }
        return tail;
    }

    private void forkAndGrow(
            int worker,
            String path,
            String source,
            boolean json,
            @Nullable Long at,
            SplittableRandom own,
            List<String> forks) {
        Long place = at == null ? grow(worker, source, json, own, null) : at;
        if (place == null || !child.fork(worker, path, source, place)) {
            return;
        }
        forks.add(path);
        Long tail = grow(worker, path, json, own, place);
        String second = path + "x";
        if (tail != null && own.nextBoolean() && child.fork(worker, second, path, tail)) {
            grow(worker, second, json, own, tail);
            forks.add(second);
        }
    }

    /** Closed first: so the parent knows how long a stream is that lives on hidden. */
    private void closeAndDelete(int worker, String path) {
        child.append(worker, path, false, List.of(), null, true);
        child.delete(worker, path);
    }

    private void drop(int worker, String prefix) {
        for (String path : plan.drops()) {
            if (!stopping && path.startsWith(prefix)) {
                closeAndDelete(worker, path);
            }
        }
    }

    // ---- readers

    private void follow(SplittableRandom own) {
        while (!stopping) {
            Plan.Open stream = any(own);
            Offset from = own.nextBoolean() ? Offset.START : Offset.NOW;
            try (Following following = child.leat().engine().follow(StreamPath.of(stream.path()))) {
                Offset at = from.equals(Offset.NOW)
                        ? child.leat().stream(stream.path()).head().tail()
                        : from;
                for (int i = own.nextInt(20); i >= 0 && !stopping; i--) {
                    at = followed(stream, following, at);
                }
            } catch (RejectedException e) {
                if (!(e.rejection() instanceof Rejection.StreamNotFound)
                        && !(e.rejection() instanceof Rejection.StreamGone)) {
                    child.wire().wrong("following " + stream + ": " + e.getMessage());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits for a moment, tells what came, and returns where to go on. */
    private Offset followed(Plan.Open stream, Following following, Offset at) throws InterruptedException {
        CompletableFuture<Slice> next = following.next(at);
        try (Slice slice = next.get(50, TimeUnit.MILLISECONDS)) {
            tell(stream, Pieces.of(slice));
            return slice.next();
        } catch (TimeoutException e) {
            if (next.cancel(false)) {
                return at;
            }
            try (Slice slice = next.join()) {
                tell(stream, Pieces.of(slice));
                return slice.next();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RejectedException rejected ? rejected : new IllegalStateException(e);
        }
    }

    private void tell(Plan.Open stream, List<Message> messages) {
        StringBuilder line = new StringBuilder("S ").append(stream.path());
        for (Message message : messages) {
            line.append(' ').append(message.offset().position()).append(':');
            line.append(Long.toHexString(Content.id(message, stream.json())));
        }
        child.wire().say(line.toString());
    }

    private void watchTotal() {
        while (!stopping) {
            long bytes = child.leat().stats().bytes();
            if (bytes > Child.TOTAL_LIMIT) {
                child.wire().wrong("all streams together have " + bytes + " bytes, the limit is " + Child.TOTAL_LIMIT);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1)); // leaves the cores to the others
        }
    }
}
