package dev.leat.engine.queue.delivery;

import dev.leat.api.Rejection;
import dev.leat.engine.queue.state.Positions;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.shard.Changes;
import org.jspecify.annotations.Nullable;

/** Messages for delivery, from memory or loaded from the store. A group whose message is loaded is woken after that. */
public final class MessageReadAhead {
    /** How many messages before the end of the loaded ones the next are loaded. */
    private static final int AHEAD = 256;

    private final MessageLoader loader;
    private final WakeList wakes;

    public MessageReadAhead(MessageLoader loader, WakeList wakes) {
        this.loader = loader;
        this.wakes = wakes;
    }

    /** Returns a message; null if it is being loaded, together with those after it. */
    @Nullable
    public QueuedMessage find(Queue queue, long at) {
        QueuedMessage message = queue.resident.get(at);
        if (message == null) {
            load(queue, at, false);
        } else if (at % AHEAD == 0) {
            readAhead(queue, at + AHEAD);
        }
        return message;
    }

    /** Returns a message; null if it is being loaded by itself. */
    @Nullable
    public QueuedMessage findOne(Queue queue, long at) {
        QueuedMessage message = queue.resident.get(at);
        if (message == null) {
            load(queue, at, true);
        }
        return message;
    }

    private void readAhead(Queue queue, long from) {
        long at = queue.dropped.firstAbsent(from);
        if (at < queue.next[Positions.lane(from)] && queue.resident.get(at) == null) {
            load(queue, at, false);
        }
    }

    private void load(Queue queue, long at, boolean alone) {
        if (queue.loading.add(at)) {
            Loaded arrived = new Loaded(queue, at);
            if (alone) {
                loader.one(queue, at, arrived);
            } else {
                loader.window(queue, at, arrived);
            }
        }
    }

    /** Wakes the waiters after messages were loaded. */
    private final class Loaded implements MessageLoader.LoadListener {
        private final Queue queue;
        private final long at;

        Loaded(Queue queue, long at) {
            this.queue = queue;
            this.at = at;
        }

        @Override
        public void loaded(Changes changes) {
            queue.loading.remove(at);
            queue.groups.values().forEach(wakes::groupReady);
            wakes.roomFreed(queue);
        }

        @Override
        public void failed(Rejection rejection) {
            queue.loading.remove(at);
            queue.groups.values().forEach(group -> Waiter.refuseReading(group, rejection));
            Waiter.refuseReading(queue, rejection);
        }
    }
}
