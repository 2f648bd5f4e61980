package dev.leat.engine.simulation;

import dev.leat.api.stream.StreamPath;
import dev.leat.engine.invariant.Ledger;
import dev.leat.engine.invariant.Ledger.Page;
import dev.leat.testkit.VirtualClock;
import java.util.Random;

/** The course of a simulation: its chance and its time, what its callers know, and a trace of what happened. */
final class Course {
    final Random random;
    final VirtualClock clock = VirtualClock.create();
    final Ledger ledger = new Ledger();
    final Counts counts = new Counts();
    private int messages;
    private long trace = 17;

    /** How much happened. */
    static final class Counts {
        int commands;
        int crashes;
        int failures;
        int checkpoints;
        int forks;
    }

    Course(long seed) {
        this.random = new Random(seed);
        for (int i = 0; i < 8; i++) {
            StreamPath path = StreamPath.of("s" + i);
            ledger.pages.put(path.value(), new Page(path));
        }
    }

    boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    Page anyPage() {
        return ledger.pages.get("s" + random.nextInt(ledger.pages.size()));
    }

    boolean isLive(Page page) {
        return page.isLive(clock.millis());
    }

    String newMessage(String name) {
        String message = name + ";" + messages + ";" + "x".repeat(random.nextInt(20));
        ledger.sent.put(message, messages++);
        return message;
    }

    void trace(String what) {
        trace = 31 * trace + what.hashCode();
    }

    /** A number that tells whether two simulations did the same. */
    long trace() {
        return trace;
    }
}
