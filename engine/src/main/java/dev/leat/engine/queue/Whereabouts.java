package dev.leat.engine.queue;

/**
 * Where a message of a queue is.
 *
 * @param queue the number of the queue
 * @param at -1 if it is not in memory, and has moved
 */
record Whereabouts(long queue, long at) {

    static Whereabouts of(Queue queue, MessageKey key) {
        if (key.queue() == queue.number && queue.has(key.at())) {
            return new Whereabouts(queue.number, key.at());
        }
        Long moved = queue.hot.moved(key);
        return new Whereabouts(queue.number, moved == null ? -1 : moved);
    }
}
