package dev.leat.api.queue;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.internal.Patience;
import dev.leat.api.internal.Threads;
import dev.leat.api.internal.Waiting;
import dev.leat.api.spi.QueueCommand;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Works a queue off: receives messages, runs a {@link Handler} for each on a virtual thread of its own, prolongs their leases
 * meanwhile, acks those that are done and nacks those that failed. Whatever the engine refuses, it tries again, later each time.
 * Made by {@link MessageQueue#worker}.
 *
 * <p>{@link #close} stops in order: nothing more is received, running handlers may finish, those that take longer than its
 * patience are interrupted and their messages are released with the attempt unspent, and the consumer leaves. Every message that
 * was received is settled exactly once, by its handler's end or by the release.
 *
 * <p>Its threads do not keep a process alive: {@link #join} waits until it is closed.
 */
public final class Worker implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Worker.class.getName());

    /** How long an interrupted handler has to end by itself. */
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(1);

    private final WorkerConfig config;
    private final WorkerTally tally = new WorkerTally();
    private final Semaphore slots;
    private final Set<Assignment> assignments = ConcurrentHashMap.newKeySet();
    private final LeaseKeeper keeper;
    private final Attendance attendance;
    private final Settler settler;
    private final Thread receiver;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch giveUp = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    Worker(WorkerConfig config) {
        this.config = config;
        this.slots = new Semaphore(config.concurrency());
        this.keeper = new LeaseKeeper(config.engine(), config.queue(), this::prolonged);
        this.attendance = new Attendance(config, tally, giveUp);
        this.settler = new Settler(config, tally, giveUp);
        this.receiver = Threads.unstarted(name("receiver"), this::receive);
    }

    void start() {
        attendance.start();
        receiver.start();
    }

    private String name(String role) {
        return "leat-" + role + " " + config.queue();
    }

    /** What it has done so far. */
    public WorkerStats stats() {
        return tally.stats(assignments.size());
    }

    /** The name it is known by. */
    public ConsumerName consumer() {
        return config.consumer();
    }

    private void receive() {
        Patience patience = new Patience(stop);
        while (!stopping.get()) {
            try {
                receiveOnce();
                patience.wentWell();
            } catch (RejectedException e) {
                refused(e.rejection());
                patience.waits();
            } catch (InterruptedException e) {
                return; // only close interrupts this thread
            } catch (RuntimeException e) { // a bug below is no reason to stop working
                LOG.log(System.Logger.Level.ERROR, "cannot receive from " + config.queue() + " for now", e);
                patience.waits();
            }
        }
    }

    private void receiveOnce() throws InterruptedException {
        int free = freeSlots();
        int used = 0;
        try {
            attendance.introduce();
            Duration lease = attendance.lease();
            Deliveries received = config.engine()
                    .call(new QueueCommand.Receive(
                            config.queue(), config.group(), config.consumer(), free, config.waitFor(), lease));
            tally.received.add(received.deliveries().size());
            if (stopping.get()) {
                settler.release(received.deliveries());
            } else {
                used = received.deliveries().size();
                received.forEach(delivery -> assign(delivery, lease));
            }
        } finally {
            slots.release(free - used);
        }
    }

    /** Waits for one, and takes all that are free. */
    private int freeSlots() throws InterruptedException {
        slots.acquire();
        int free = 1 + slots.drainPermits();
        int wanted = Math.min(free, QueueCommand.MAX_BATCH);
        slots.release(free - wanted);
        return wanted;
    }

    private void assign(Delivery delivery, Duration lease) {
        Assignment assignment = new Assignment(delivery);
        assignments.add(assignment);
        keeper.keep(assignment, lease);
        Threads.start(name("worker"), () -> work(assignment));
    }

    private void work(Assignment assignment) {
        try {
            Settlement settlement = assignment.run(config.handler());
            if (settlement == null) {
                tally.lost.increment();
            } else if (assignment.take()) {
                settler.settle(settlement);
            }
        } finally {
            ended(assignment);
            slots.release();
        }
    }

    private void ended(Assignment assignment) {
        keeper.forget(assignment);
        assignments.remove(assignment);
    }

    private void prolonged(SettleResult result) {
        Rejection rejection = result.rejection();
        if (rejection == null) {
            tally.extended.increment();
        } else if (rejection instanceof Rejection.Retryable) {
            tally.refused(rejection);
        }
    }

    private void refused(Rejection rejection) {
        tally.refused(rejection);
        LOG.log(
                System.Logger.Level.DEBUG,
                () -> "cannot receive from " + config.queue() + " for now: " + rejection.reason());
    }

    /** Begins to stop, and returns at once. */
    public void stop() {
        if (stopping.compareAndSet(false, true)) {
            stop.countDown();
            Threads.start(name("stop"), this::finish);
        }
    }

    private void finish() {
        try {
            long end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(config.patience());
            receiver.interrupt();
            // Also without patience: as long as it waits for messages, it would get those that are given back.
            TimeUnit.NANOSECONDS.timedJoin(receiver, Math.max(end - System.nanoTime(), AFTER_INTERRUPT.toNanos()));
            if (!allEnd(end - System.nanoTime())) {
                assignments.forEach(Assignment::hurry);
                allEnd(AFTER_INTERRUPT.toNanos());
            }
            giveUp.countDown();
            giveBackTheRest();
        } catch (InterruptedException e) {
            throw new IllegalStateException("the thread that stops a worker was interrupted", e);
        } finally {
            keeper.close();
            attendance.leave();
            stopped.countDown();
        }
    }

    private void giveBackTheRest() {
        settler.release(assignments.stream()
                .filter(Assignment::take)
                .map(Assignment::message)
                .toList());
    }

    /** Waits until no handler runs any more: then all slots are free. */
    private boolean allEnd(long nanos) throws InterruptedException {
        boolean free = slots.tryAcquire(config.concurrency(), nanos, TimeUnit.NANOSECONDS);
        if (free) {
            slots.release(config.concurrency());
        }
        return free;
    }

    /** Waits until the worker is closed, by any thread. */
    public void join() throws InterruptedException {
        Waiting.until(stopped);
    }

    /**
     * Stops, and waits until it has. Called by a handler of its own, it does not wait, as that would be for itself. An interrupt
     * ends the waiting, not the stopping.
     */
    @Override
    public void close() {
        stop();
        Thread caller = Thread.currentThread();
        if (assignments.stream().noneMatch(assignment -> assignment.isOf(caller))) {
            try {
                Waiting.until(stopped);
            } catch (InterruptedException e) {
                caller.interrupt();
            }
        }
    }
}
