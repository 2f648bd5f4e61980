package dev.leat.engine.queue.delivery;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import dev.leat.engine.figures.QueueMeter;
import dev.leat.engine.queue.codec.QueueKeys;
import dev.leat.engine.queue.codec.StoredMessages;
import dev.leat.engine.queue.state.PositionSet;
import dev.leat.engine.queue.state.Positions;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.shard.BlockingExecutor;
import dev.leat.engine.shard.Changes;
import dev.leat.storage.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loader of messages that are only in the store. It reads on threads that may block, puts the result into {@link Queue#resident} in a
 * turn of the shard, and tells the listeners in that turn. A message that is missing or cannot be decoded is lost: it ends for all
 * groups, so that nothing waits for it.
 */
public final class MessageLoader {
    private static final Logger LOG = LoggerFactory.getLogger(MessageLoader.class);
    static final int WINDOW_BYTES = 1 << 20;

    private final Store store;
    private final BlockingExecutor blocking;
    private final Consumer<Consumer<Changes>> turn;
    private final QueueMeter meter;
    private final Consumer<Lost> onLost;
    private final Map<Range, List<LoadListener>> requests = new HashMap<>();

    /** Listener for a load. */
    public interface LoadListener {

        /** Called when the messages are in memory, or lost. */
        void loaded(Changes changes);

        /** Called when the store cannot be read. */
        void failed(Rejection rejection);
    }

    /** A message that is missing in the store. */
    public record Lost(Queue queue, long at, Changes changes) {}

    private record Range(long queue, long from, long to) {}

    /** @param turn runs work in a turn of the shard */
    public MessageLoader(
            Store store,
            BlockingExecutor blocking,
            Consumer<Consumer<Changes>> turn,
            QueueMeter meter,
            Consumer<Lost> onLost) {
        this.store = store;
        this.blocking = blocking;
        this.turn = turn;
        this.meter = meter;
        this.onLost = onLost;
    }

    /** Loads messages of a lane from a position on, as many as one read returns. */
    public void window(Queue queue, long from, LoadListener listener) {
        long end = Math.min(from + Queue.WINDOW, queue.next[Positions.lane(from)]);
        request(queue, new Range(queue.number, from, Math.max(end, from + 1)), listener);
    }

    /** Loads one message. */
    public void one(Queue queue, long at, LoadListener listener) {
        request(queue, new Range(queue.number, at, at + 1), listener);
    }

    private void request(Queue queue, Range request, LoadListener listener) {
        List<LoadListener> others = requests.get(request);
        if (others != null) {
            others.add(listener);
            return;
        }
        requests.put(request, new ArrayList<>(List.of(listener)));
        meter.loaded();
        PositionSet cold = queue.cold(request.from, request.to);
        blocking.run(
                () -> {
                    Found found = read(request);
                    turn.accept(changes -> land(queue, request, cold, found, changes));
                },
                new Refused(request));
    }

    /** The messages that were read, and the end of the range. */
    private record Found(List<QueuedMessage> messages, long upTo) {}

    private Found read(Range request) {
        List<QueuedMessage> messages = new ArrayList<>();
        long[] upTo = {request.to};
        int[] bytes = {0};
        store.scan(
                QueueKeys.message(request.queue, request.from),
                QueueKeys.message(request.queue, request.to),
                (key, value) -> {
                    if (bytes[0] >= WINDOW_BYTES) {
                        upTo[0] = QueueKeys.atOf(key);
                        return false;
                    }
                    bytes[0] += value.length;
                    QueuedMessage message = StoredMessages.read(key, value);
                    if (message != null) {
                        messages.add(message);
                    }
                    return true;
                });
        return new Found(messages, upTo[0]);
    }

    private void land(Queue queue, Range request, PositionSet cold, Found found, Changes changes) {
        List<LoadListener> listeners = requests.remove(request);
        if (!queue.deleted) {
            PositionSet missing = cold.common(queue.cold(request.from, found.upTo));
            PositionSet there = new PositionSet();
            for (QueuedMessage message : found.messages) {
                there.add(message.at());
                if (!queue.dropped.contains(message.at())) {
                    queue.resident.cache(message);
                }
            }
            missing.forEach((from, to) -> there.absent(from, to).forEach((first, end) -> {
                for (long at = first; at < end; at++) {
                    LOG.error(
                            "message {} of queue {} is missing in the store and is lost. {}",
                            at,
                            queue.name,
                            StoredMessages.ADVICE);
                    meter.lost();
                    onLost.accept(new Lost(queue, at, changes));
                }
            }));
        }
        if (listeners != null) {
            listeners.forEach(listener -> listener.loaded(changes));
        }
    }

    /** Fails all pending loads: no turn follows. */
    public void abandon(Rejection rejection) {
        List<LoadListener> all =
                requests.values().stream().flatMap(List::stream).toList();
        requests.clear();
        all.forEach(listener -> listener.failed(rejection));
    }

    /** Reply for a failed read. */
    private final class Refused implements Reply<Object> {
        private final Range request;

        Refused(Range request) {
            this.request = request;
        }

        @Override
        public void answered(Object outcome) {}

        @Override
        public void refused(Rejection rejection) {
            turn.accept(changes -> {
                List<LoadListener> listeners = requests.remove(request);
                if (listeners != null) {
                    listeners.forEach(listener -> listener.failed(rejection));
                }
            });
        }
    }
}
