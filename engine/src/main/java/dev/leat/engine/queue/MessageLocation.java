package dev.leat.engine.queue;

import org.jspecify.annotations.Nullable;

/**
 * Where a message of a queue is.
 *
 * @param queue the number of the queue
 * @param at -1 if it is not in memory, and may have moved here
 */
record MessageLocation(long queue, long at) {

    /** Null if it is not there. */
    static @Nullable MessageLocation of(Queue queue, MessageKey key) {
        if (key.queue() == queue.number && queue.has(key.at())) {
            return new MessageLocation(queue.number, key.at());
        }
        if (!queue.tookMoved) {
            return null;
        }
        Long moved = queue.hot.moved(key);
        if (moved == null && queue.isInMemory()) {
            return null;
        }
        return new MessageLocation(queue.number, moved == null ? -1 : moved);
    }
}
