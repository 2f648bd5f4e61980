package dev.leat.outbox.tail;

import dev.leat.outbox.Receipt;
import dev.leat.outbox.relay.Signal;

/** One wait that is going on, and what it has found out so far. */
final class Question {

    final Receipt receipt;
    /** Whether the writer's process has said that the commit happened. */
    final boolean confirmed;
    /** Whether this process was that writer, and has applied the commit to its caches. */
    final boolean appliedHere;

    final Signal signal = new Signal();
    /** Rows of the commit were seen, so it happened. */
    volatile boolean seen;

    Question(Receipt receipt, boolean confirmed, boolean appliedHere) {
        this.receipt = receipt;
        this.confirmed = confirmed;
        this.appliedHere = appliedHere;
    }

    boolean isCommitted() {
        return confirmed || seen;
    }

    /** What one look has found. */
    record Answer(Kind kind, String reason, int pending) {

        enum Kind {
            SATISFIED,
            DEGRADED,
            UNKNOWN,
            PENDING
        }

        static final Answer SATISFIED = new Answer(Kind.SATISFIED, "", 0);

        static Answer degraded(String reason, int pending) {
            return new Answer(Kind.DEGRADED, reason, pending);
        }

        static Answer unknown(String reason) {
            return new Answer(Kind.UNKNOWN, reason, 0);
        }

        static Answer pending(int count) {
            return pending("", count);
        }

        static Answer pending(String reason, int count) {
            return new Answer(Kind.PENDING, reason, count);
        }
    }
}
