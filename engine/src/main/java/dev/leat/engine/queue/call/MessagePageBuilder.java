package dev.leat.engine.queue.call;

import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessagePage;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.spi.QueueQuery;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Positions;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueuedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One page of the messages of a queue, from memory and from messages that were read. A page ends early when it is large, or when many
 * messages did not match.
 */
final class MessagePageBuilder {
    private static final int MOST_LOOKED_AT = 10_000;
    private static final long HEAVY = 4 << 20;
    private static final long LAST = Positions.first(Positions.LANES) - 1;

    private final QueueQuery.Browse query;
    private final long from;

    /** The page, or the positions of messages that have to be read first. */
    record Result(@Nullable MessagePage page, long queue, Set<Long> missing) {}

    /** @param from the position at which the page begins */
    private MessagePageBuilder(QueueQuery.Browse query, long from) {
        this.query = query;
        this.from = from;
    }

    /** Returns the page that a query asks for; null if its cursor is not one that a page returned. */
    static @Nullable MessagePageBuilder of(QueueQuery.Browse query) {
        String after = query.after();
        try {
            long from = after != null ? Long.parseLong(after) : query.side() == QueueSide.HEAD ? 0 : LAST;
            return from < 0 ? null : new MessagePageBuilder(query, Math.min(from, LAST));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Returns the first present message from a position on; -1 for none. */
    private long there(Queue queue, long place) {
        return query.side() == QueueSide.HEAD ? queue.nextPresent(place) : queue.lastPresent(place);
    }

    private long following(Queue queue, long at) {
        if (query.side() == QueueSide.HEAD) {
            return queue.nextPresent(at + 1);
        }
        return at == 0 ? -1 : queue.lastPresent(at - 1);
    }

    /**
     * Builds the page.
     *
     * @param loaded messages that were read; a position that was read without a result has no message any more
     * @param more whether more can be read; else the page ends before the next message that is not in memory
     */
    Result look(Queue queue, long now, MessageViews.LoadedMessages loaded, boolean more) {
        MessageViews views = new MessageViews(queue, now, loaded);
        List<MessageInfo> page = new ArrayList<>();
        long bytes = 0;
        long at = there(queue, from);
        for (int looked = 0; at >= 0 && looked < MOST_LOOKED_AT && bytes < HEAVY; looked++) {
            if (page.size() + views.missing.size() >= query.limit() || (!more && !views.missing.isEmpty())) {
                break;
            }
            QueuedMessage message = couldBeMeant(queue, at) ? views.message(at) : null;
            if (!more && message == null && views.missing.contains(at)) {
                break;
            }
            MessageInfo info = message == null ? null : views.of(message, query.group());
            if (info != null && isMeant(info)) {
                page.add(info);
                bytes += info.payload().length;
            }
            at = following(queue, at);
        }
        if (more && !views.missing.isEmpty()) {
            return new Result(null, queue.number, views.missing);
        }
        String next = at < 0 ? null : Long.toString(at);
        return new Result(new MessagePage(page, next), queue.number, Set.of());
    }

    /** Returns whether the message may match, as far as its state in the groups tells. */
    private boolean couldBeMeant(Queue queue, long at) {
        MessageInfo.State state = query.state();
        if (state == null) {
            return true;
        }
        for (Group group : queue.groups.values()) {
            boolean asked = query.group() == null || query.group().equals(group.name);
            if (asked && couldBe(group, at, state)) {
                return true;
            }
        }
        return false;
    }

    private static boolean couldBe(Group group, long at, MessageInfo.State state) {
        DeliveryState entry = group.entry(at);
        boolean untouched = entry == null && !group.isDone(at);
        return switch (state) {
            case DONE -> group.isDone(at);
            case DEAD -> group.isDone(at) || stands(entry, DeliveryState.State.MOVING);
            case READY, BLOCKED -> untouched || stands(entry, DeliveryState.State.READY);
            case SCHEDULED -> untouched || stands(entry, DeliveryState.State.SCHEDULED);
            case LEASED -> stands(entry, DeliveryState.State.LEASED);
            case PARKED -> stands(entry, DeliveryState.State.PARKED);
        };
    }

    private static boolean stands(@Nullable DeliveryState entry, DeliveryState.State state) {
        return entry != null && entry.state() == state;
    }

    private boolean isMeant(MessageInfo info) {
        MessageInfo.State state = query.state();
        return state == null || info.groups().stream().anyMatch(group -> group.state() == state);
    }
}
