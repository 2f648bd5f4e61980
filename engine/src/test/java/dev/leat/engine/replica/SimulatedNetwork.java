package dev.leat.engine.replica;

import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;

/**
 * Virtual time, and messages between nodes that may be lost, doubled, delayed and reordered. Everything happens on the thread that calls
 * {@link #step}, in an order that the seed decides.
 */
final class SimulatedNetwork {
    final Random random;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private final Set<Link> cut = new HashSet<>();
    private long micros;
    private long number;
    private int lostPercent;
    private int doubledPercent;
    private int longestDelayMicros = 1000;

    private record Event(long at, long number, Runnable action) {}

    private record Link(NodeId from, NodeId to) {}

    SimulatedNetwork(Random random) {
        this.random = random;
    }

    /** Returns the time since the beginning. */
    long micros() {
        return micros;
    }

    void after(long delayMicros, Runnable action) {
        events.add(new Event(micros + delayMicros, number++, action));
    }

    /** Sends a message, unless it is lost. */
    void send(NodeId from, NodeId to, Runnable arrival) {
        if (cut.contains(new Link(from, to)) || random.nextInt(100) < lostPercent) {
            return;
        }
        after(100 + random.nextInt(longestDelayMicros), () -> deliver(from, to, arrival));
        if (random.nextInt(100) < doubledPercent) {
            after(100 + random.nextInt(10 * longestDelayMicros), () -> deliver(from, to, arrival));
        }
    }

    private void deliver(NodeId from, NodeId to, Runnable arrival) {
        if (!cut.contains(new Link(from, to))) {
            arrival.run();
        }
    }

    /** Runs what comes next. */
    void step() {
        Event next = events.remove();
        micros = next.at;
        next.action.run();
    }

    /** Runs everything that comes within some time. */
    void run(long forMicros) {
        long end = micros + forMicros;
        while (!events.isEmpty() && events.peek().at <= end) {
            step();
        }
        micros = end;
    }

    /** Loses everything that goes from one node to another. */
    void cut(NodeId from, NodeId to) {
        cut.add(new Link(from, to));
    }

    void becomeUnreliable() {
        lostPercent = random.nextInt(20);
        doubledPercent = random.nextInt(20);
        longestDelayMicros = 1000 + random.nextInt(60_000);
    }

    void heal() {
        cut.clear();
        lostPercent = 0;
        doubledPercent = 0;
        longestDelayMicros = 1000;
    }
}
