package dev.leat.engine.queue.call;

import dev.leat.api.MessageInfo;
import dev.leat.api.QueueCommand.Side;
import dev.leat.api.QueueOutcome;
import dev.leat.api.QueueQuery;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Position;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueuedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A page of messages of a queue, put together from what is in memory and what was read. Pages end early when they are heavy, or
 * when many messages were looked at that are not meant.
 */
final class MessagePages {
    private static final int MOST_LOOKED_AT = 10_000;
    private static final long HEAVY = 4 << 20;
    private static final long LAST = Position.first(Position.LANES) - 1;

    private final QueueQuery.Browse query;
    private final long from;

    /** Either the page, or what has to be read first. */
    record Result(QueueOutcome.@Nullable MessagePage page, long queue, Set<Long> missing) {}

    /** @param from the place that the page begins at */
    private MessagePages(QueueQuery.Browse query, long from) {
        this.query = query;
        this.from = from;
    }

    /** Returns the page that a query asks for, or null if what it says about the page before is not what a page says. */
    static @Nullable MessagePages of(QueueQuery.Browse query) {
        String after = query.after();
        try {
            long from = after != null ? Long.parseLong(after) : query.side() == Side.HEAD ? 0 : LAST;
            return from < 0 ? null : new MessagePages(query, Math.min(from, LAST));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** The place of the first message that can be shown from a place on; -1 if there is none. */
    private long there(Queue queue, long place) {
        return query.side() == Side.HEAD ? queue.nextPresent(place) : queue.lastPresent(place);
    }

    private long following(Queue queue, long at) {
        if (query.side() == Side.HEAD) {
            return queue.nextPresent(at + 1);
        }
        return at == 0 ? -1 : queue.lastPresent(at - 1);
    }

    /**
     * @param loaded what was read; of the places that were tried and are not in it, the messages went meanwhile
     * @param more whether more can be read; else the page ends before the next that would have to be
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
        return new Result(new QueueOutcome.MessagePage(page, next), queue.number, Set.of());
    }

    /** Whether it may be one of those that are asked for, as far as that can be told without the message. */
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
