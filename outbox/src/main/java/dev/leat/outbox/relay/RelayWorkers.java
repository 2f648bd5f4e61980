package dev.leat.outbox.relay;

import dev.leat.outbox.spi.RouteOptions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The worker threads of a route. Each takes turns until it is stopped. A turn that finds nothing is followed by a sleep, from 20 ms to 1 s the longer
 * nothing is found, which a signal ends; one that finds a full batch wakes the next worker as well.
 */
final class RelayWorkers implements Relay {

    private static final long SHORTEST_MILLIS = 20;
    /** In place of how long to sleep: the worker was woken. */
    private static final long WOKEN = 0;

    private static final long LONGEST_MILLIS = 1000;
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(1);

    private final RelayRoute route;
    private final RelayMode mode;
    private final Maintenance maintenance;
    private final Wakeup signal = new Wakeup();
    private final Wakeup maintenanceWakeup = new Wakeup();
    private final List<Thread> workers = new ArrayList<>();
    private final List<Thread> keepers = new ArrayList<>();
    private volatile boolean stopping;
    private volatile boolean ended;

    RelayWorkers(RelayRoute route, RelayMode mode, Maintenance maintenance) {
        this.route = route;
        this.mode = mode;
        this.maintenance = maintenance;
    }

    @Override
    public synchronized void start() {
        if (stopping || !workers.isEmpty()) {
            throw new IllegalStateException("route " + route.name() + " was started before");
        }
        boolean pinned = route.database().dialect().pinsThreads();
        for (int i = 0; i < route.options().workers(); i++) {
            workers.add(VirtualThreads.start("outbox-" + route.name() + "-" + i, pinned, this::work));
        }
        keepers.add(VirtualThreads.start("outbox-" + route.name() + "-upkeep", pinned, this::maintain));
    }

    @Override
    public synchronized void runOnce() throws SQLException, InterruptedException {
        if (stopping || !workers.isEmpty()) {
            throw new IllegalStateException("route " + route.name()
                    + " was started or closed: its own workers hand its rows on, if anything does");
        }
        maintenance.run(false);
        Thread keeper = VirtualThreads.start(
                "outbox-" + route.name() + "-upkeep", route.database().dialect().pinsThreads(), this::maintain);
        try {
            takeWhatIsDue();
        } finally {
            endUpkeep(keeper);
        }
    }

    /** As many rows as are due now, so that rows which the sink itself writes do not keep it going for ever. */
    private void takeWhatIsDue() throws SQLException, InterruptedException {
        long due = maintenance.due();
        // A shard may have rows and yet none that can be handed on; then the others come first.
        int patience = route.options().mode() == RouteOptions.Mode.SHARD ? route.shards() : 0;
        long settled = route.counters().settled();
        long end = settled + due;
        for (int fruitless = 0; fruitless <= patience && settled < end; ) {
            if (mode.take(() -> stopping) == 0) {
                return;
            }
            long now = route.counters().settled();
            fruitless = now == settled ? fruitless + 1 : 0;
            settled = now;
        }
    }

    /** The keeper runs the maintenance a last time, which gives back what this node has. */
    private void endUpkeep(Thread keeper) {
        ended = true;
        maintenanceWakeup.wake();
        boolean interrupted = false;
        while (keeper.isAlive()) {
            try {
                keeper.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        ended = false;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void wake(Wake source) {
        (source == Wake.HERE ? route.counters().wokenHere : route.counters().wokenByNotify).increment();
        signal.wake();
    }

    @Override
    public boolean offer(UUID commit, int rows, Set<Integer> shards) {
        route.counters().wokenHere.increment();
        RelayMode.Owner owner = mode.offer(rows <= route.options().batch() ? commit : null, shards);
        boolean slept = signal.wake();
        return owner == RelayMode.Owner.THIS_NODE || (owner == RelayMode.Owner.ANY_NODE && slept);
    }

    @Override
    public List<String> alerts() {
        return mode.alerts();
    }

    @Override
    public void stop() {
        stopping = true;
        signal.wakeAll(route.options().workers());
    }

    @Override
    public synchronized boolean join(Duration within) throws InterruptedException {
        boolean finished = join(workers, within);
        if (!finished) {
            workers.forEach(Thread::interrupt);
            join(workers, AFTER_INTERRUPT);
        }
        ended = true;
        maintenanceWakeup.wake();
        join(keepers, AFTER_INTERRUPT);
        return finished;
    }

    private static boolean join(List<Thread> threads, Duration within) throws InterruptedException {
        long deadline = System.nanoTime() + within.toNanos();
        boolean finished = true;
        for (Thread thread : threads) {
            thread.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
            finished &= !thread.isAlive();
        }
        return finished;
    }

    private void work() {
        ErrorStreak errors = new ErrorStreak("route " + route.name());
        long idle = SHORTEST_MILLIS;
        while (!stopping) {
            try {
                idle = next(errors, idle);
            } catch (InterruptedException e) {
                // By join, which has set stopping, or left behind by a sink, and then it has no meaning here.
                idle = SHORTEST_MILLIS;
            }
        }
    }

    /** One turn and the sleep after it; returns how long the next sleep is if nothing happens. */
    private long next(ErrorStreak errors, long idle) throws InterruptedException {
        try {
            int found = idle == WOKEN ? mode.takeWoken(() -> stopping) : mode.take(() -> stopping);
            errors.over();
            if (found >= route.options().batch()) {
                signal.wake();
            }
            if (found > 0) {
                return SHORTEST_MILLIS;
            }
        } catch (SQLException | RuntimeException | Error e) {
            signal.sleep(errors.seen(e));
            return SHORTEST_MILLIS;
        }
        long millis = Math.max(SHORTEST_MILLIS, idle);
        if (signal.sleep(millis)) {
            return WOKEN;
        }
        route.counters().polled.increment();
        return Math.min(LONGEST_MILLIS, millis * 2);
    }

    /** Goes on while workers finish, because they still need their leases; one last time at the end. */
    private void maintain() {
        ErrorStreak errors = new ErrorStreak("upkeep of route " + route.name());
        boolean last;
        do {
            last = ended;
            long pause = maintenance.everyMillis();
            try {
                maintenance.run(last);
                errors.over();
            } catch (SQLException | RuntimeException | Error e) {
                pause = Math.min(pause, errors.seen(e));
            }
            if (!last) {
                sleep(pause);
            }
        } while (!last);
    }

    private void sleep(long millis) {
        try {
            maintenanceWakeup.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
