package dev.leat.bench.queue;

/**
 * The cycle that each connection repeats: enqueues so many messages, then receives and acks so many.
 *
 * @param enqueue 0 to take only
 * @param receive 0 to put only
 */
record CycleShape(int enqueue, int receive, Acks acks) {

    /** When a message that was received is acked. */
    enum Acks {
        /** As soon as it is there, in a step of its own. */
        AT_ONCE,
        /** In one step with the next receive. */
        WITH_THE_NEXT
    }

    static CycleShape cycle(int messages, Acks acks) {
        return new CycleShape(messages, messages, acks);
    }

    static CycleShape fill(int messages) {
        return new CycleShape(messages, 0, Acks.AT_ONCE);
    }

    static CycleShape drain(int messages) {
        return new CycleShape(0, messages, Acks.AT_ONCE);
    }

    boolean isDrain() {
        return enqueue == 0;
    }

    boolean isFill() {
        return receive == 0;
    }
}
