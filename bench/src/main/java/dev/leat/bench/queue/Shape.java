package dev.leat.bench.queue;

/**
 * What each connection does again and again: enqueues so many messages, then receives and acks so many.
 *
 * @param enqueue 0 to take only
 * @param receive 0 to put only
 */
record Shape(int enqueue, int receive) {

    static Shape cycle(int messages) {
        return new Shape(messages, messages);
    }

    static Shape fill(int messages) {
        return new Shape(messages, 0);
    }

    static Shape drain(int messages) {
        return new Shape(0, messages);
    }

    boolean isDrain() {
        return enqueue == 0;
    }

    boolean isFill() {
        return receive == 0;
    }
}
