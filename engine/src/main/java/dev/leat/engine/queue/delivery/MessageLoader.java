package dev.leat.engine.queue.delivery;

import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.meter.QueueMeter;
import dev.leat.engine.queue.codec.QueueKeys;
import dev.leat.engine.queue.codec.StoredMessages;
import dev.leat.engine.queue.state.Position;
import dev.leat.engine.queue.state.PositionSet;
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
 * Brings messages back that are in the store only. It reads on threads that may wait for the disk; what they find is put into
 * {@link Queue#hot} in a turn of the shard, and whoever wanted it is told in that turn. A message that was to be there and is
 * not, or cannot be read, is lost: it ends for all groups, so that nobody waits for it for ever.
 */
public final class MessageLoader {
    private static final Logger LOG = LoggerFactory.getLogger(MessageLoader.class);
    static final int WINDOW_BYTES = 1 << 20;

    private final Store store;
    private final BlockingExecutor blocking;
    private final Consumer<Consumer<Changes>> turn;
    private final QueueMeter meter;
    private final Consumer<Lost> onLost;
    private final Map<Want, List<Landing>> wanted = new HashMap<>();

    /** Somebody who needs messages to go on. */
    public interface Landing {

        /** They are in memory now, or gone. */
        void landed(Changes changes);

        /** The store cannot be read. */
        void failed(Rejection rejection);
    }

    /** A message that the store was to have. */
    public record Lost(Queue queue, long at, Changes changes) {}

    private record Want(long queue, long from, long to) {}

    /** @param turn gets something done in a turn of the shard */
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

    /** Wants the messages from a place of a lane on: as many as are worth reading at once. */
    public void window(Queue queue, long from, Landing landing) {
        long end = Math.min(from + Queue.WINDOW, queue.next[Position.lane(from)]);
        want(queue, new Want(queue.number, from, Math.max(end, from + 1)), landing);
    }

    /** Wants one message. */
    public void one(Queue queue, long at, Landing landing) {
        want(queue, new Want(queue.number, at, at + 1), landing);
    }

    private void want(Queue queue, Want want, Landing landing) {
        List<Landing> others = wanted.get(want);
        if (others != null) {
            others.add(landing);
            return;
        }
        wanted.put(want, new ArrayList<>(List.of(landing)));
        meter.loaded();
        PositionSet cold = queue.cold(want.from, want.to);
        blocking.run(
                () -> {
                    Found found = read(want);
                    turn.accept(changes -> land(queue, want, cold, found, changes));
                },
                new Refused(want));
    }

    /** What was read, and up to where. */
    private record Found(List<QueuedMessage> messages, long upTo) {}

    private Found read(Want want) {
        List<QueuedMessage> messages = new ArrayList<>();
        long[] upTo = {want.to};
        int[] bytes = {0};
        store.scan(QueueKeys.message(want.queue, want.from), QueueKeys.message(want.queue, want.to), (key, value) -> {
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

    private void land(Queue queue, Want want, PositionSet cold, Found found, Changes changes) {
        List<Landing> landings = wanted.remove(want);
        if (!queue.gone) {
            PositionSet missing = cold.common(queue.cold(want.from, found.upTo));
            PositionSet there = new PositionSet();
            for (QueuedMessage message : found.messages) {
                there.add(message.at());
                if (!queue.dropped.contains(message.at())) {
                    queue.hot.cache(message);
                }
            }
            missing.forEach((from, to) -> there.absent(from, to).forEach((first, end) -> {
                for (long at = first; at < end; at++) {
                    LOG.error(
                            "message {} of queue {} is lost: the store was to have it. {}",
                            at,
                            queue.name,
                            StoredMessages.ADVICE);
                    meter.lost();
                    onLost.accept(new Lost(queue, at, changes));
                }
            }));
        }
        if (landings != null) {
            landings.forEach(landing -> landing.landed(changes));
        }
    }

    /** No turn follows in which anything could land. */
    public void abandon(Rejection rejection) {
        List<Landing> all = wanted.values().stream().flatMap(List::stream).toList();
        wanted.clear();
        all.forEach(landing -> landing.failed(rejection));
    }

    /** Hears if reading failed. */
    private final class Refused implements Reply<Object> {
        private final Want want;

        Refused(Want want) {
            this.want = want;
        }

        @Override
        public void answered(Object outcome) {}

        @Override
        public void refused(Rejection rejection) {
            turn.accept(changes -> {
                List<Landing> landings = wanted.remove(want);
                if (landings != null) {
                    landings.forEach(landing -> landing.failed(rejection));
                }
            });
        }
    }
}
