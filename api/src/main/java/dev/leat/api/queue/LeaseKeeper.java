package dev.leat.api.queue;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.internal.Threads;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.QueueCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Prolongs leases while the work on them goes on: each when a third of it is over, those that are nearly due along with it in one
 * call. A loan whose lease was lost is told so once, and forgotten.
 */
final class LeaseKeeper implements AutoCloseable {
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(1);
    private static final long NOTHING_TO_DO = TimeUnit.HOURS.toNanos(1);

    private final Engine engine;
    private final QueueName queue;
    private final Consumer<SettleResult> told;
    private final Map<Loan, Term> terms = new ConcurrentHashMap<>();
    private final Thread thread;
    private volatile boolean closed;

    /** Until when a lease is fine without being prolonged, by {@link System#nanoTime}. */
    private record Term(Duration lease, long renewAt) {

        static Term from(Duration lease, long now) {
            return new Term(lease, now + lease.toNanos() / 3);
        }

        /** After a refusal that says nothing about the lease: soon again. */
        Term again(long now) {
            return new Term(lease, now + Math.max(lease.dividedBy(12).toNanos(), SHORTEST_PAUSE.toNanos()));
        }

        boolean isNearlyDue(long now) {
            return renewAt - now <= lease.toNanos() / 12;
        }
    }

    /** @param told hears what became of each prolonging */
    LeaseKeeper(Engine engine, QueueName queue, Consumer<SettleResult> told) {
        this.engine = engine;
        this.queue = queue;
        this.told = told;
        this.thread = Threads.start("leat-leases " + queue, this::run);
    }

    /** Begins to prolong; the lease was granted just now. */
    void keep(Loan loan, Duration lease) {
        terms.put(loan, Term.from(lease, System.nanoTime()));
        LockSupport.unpark(thread);
    }

    void forget(Loan loan) {
        terms.remove(loan);
    }

    private void run() {
        while (!closed) {
            terms.keySet().removeIf(loan -> !loan.isWanted());
            long now = System.nanoTime();
            long pause = untilNextDue(now);
            if (pause <= 0) {
                prolong(nearlyDue(now));
            } else {
                LockSupport.parkNanos(this, pause);
            }
        }
    }

    private long untilNextDue(long now) {
        long pause = NOTHING_TO_DO;
        for (Term term : terms.values()) {
            pause = Math.min(pause, term.renewAt - now);
        }
        return pause;
    }

    private List<Map.Entry<Loan, Term>> nearlyDue(long now) {
        List<Map.Entry<Loan, Term>> due = new ArrayList<>();
        for (Map.Entry<Loan, Term> each : terms.entrySet()) {
            if (due.size() < QueueCommand.MAX_BATCH && each.getValue().isNearlyDue(now)) {
                due.add(Map.entry(each.getKey(), each.getValue()));
            }
        }
        return due;
    }

    private void prolong(List<Map.Entry<Loan, Term>> due) {
        List<Settlement> extensions = new ArrayList<>();
        due.forEach(each -> extensions.add(
                new Settlement.Extend(each.getKey().delivery(), each.getValue().lease())));
        long asked = System.nanoTime();
        List<SettleResult> results = results(extensions);
        for (int i = 0; i < due.size(); i++) {
            note(due.get(i).getKey(), due.get(i).getValue(), results.get(i), asked);
        }
    }

    private List<SettleResult> results(List<Settlement> extensions) {
        try {
            return engine.call(new QueueCommand.Settle(queue, extensions, false))
                    .results();
        } catch (RejectedException e) {
            return Collections.nCopies(extensions.size(), new SettleResult.Refused(e.rejection()));
        } catch (RuntimeException e) { // a bug below is no reason to let all leases end
            SettleResult notNow = new SettleResult.Refused(new Rejection.Unavailable(e.toString(), SHORTEST_PAUSE));
            return Collections.nCopies(extensions.size(), notNow);
        }
    }

    private void note(Loan loan, Term term, SettleResult result, long asked) {
        told.accept(result);
        Rejection rejection = result.rejection();
        if (rejection == null) {
            terms.replace(loan, term, Term.from(term.lease, asked));
        } else if (rejection instanceof Rejection.Retryable) {
            terms.replace(loan, term, term.again(System.nanoTime()));
        } else if (terms.remove(loan) != null) {
            loan.lost(rejection);
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
