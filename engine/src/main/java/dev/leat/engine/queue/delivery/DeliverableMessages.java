package dev.leat.engine.queue.delivery;

import dev.leat.api.Rejection;
import dev.leat.engine.queue.state.Position;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.shard.Changes;
import org.jspecify.annotations.Nullable;

/** Messages for those who deliver them: from memory, or from the store a moment later. */
public final class DeliverableMessages {
    /** So many messages ahead of the cursor the next ones are asked for. */
    private static final int AHEAD = 256;

    private final MessageLoader loader;
    private final WakeList wakes;

    public DeliverableMessages(MessageLoader loader, WakeList wakes) {
        this.loader = loader;
        this.wakes = wakes;
    }

    /** A message; null if it comes later, together with those behind it. Then whoever waits is looked at again. */
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

    /** A message by itself; null if it comes later. */
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
        if (at < queue.next[Position.lane(from)] && queue.resident.get(at) == null) {
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

    /** Lets those go on who wait for what was read. */
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
        }
    }
}
