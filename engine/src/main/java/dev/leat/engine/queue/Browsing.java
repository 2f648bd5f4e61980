package dev.leat.engine.queue;

import dev.leat.api.MessageInfo;
import dev.leat.api.QueueOutcome;
import dev.leat.api.QueueQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A page of messages of a queue, put together from what is in memory and what was read. Pages end early when they are heavy, or
 * when many messages were looked at that are not meant.
 */
final class Browsing {
    private static final int MOST_LOOKED_AT = 10_000;
    private static final long HEAVY = 4 << 20;

    private final QueueQuery.Browse query;
    private final long from;

    /** Either the page, or what has to be read first. */
    record Result(QueueOutcome.@Nullable MessagePage page, long queue, Set<Long> missing) {}

    /** @param from the place that the page begins after */
    Browsing(QueueQuery.Browse query, long from) {
        this.query = query;
        this.from = from;
    }

    /** The place that a page begins after; null if the text is none. */
    static @Nullable Long after(@Nullable String text) {
        if (text == null) {
            return -1L;
        }
        try {
            return Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * @param loaded what was read; of the places that were tried and are not in it, the messages went meanwhile
     * @param more whether more can be read; else the page ends before the next that would have to be
     */
    Result look(Queue queue, long now, Loaded loaded, boolean more) {
        Views views = new Views(queue, now, loaded);
        List<MessageInfo> page = new ArrayList<>();
        long bytes = 0;
        long after = from;
        long at = queue.nextThere(after + 1);
        for (int looked = 0; at >= 0 && looked < MOST_LOOKED_AT && bytes < HEAVY; looked++) {
            if (page.size() + views.missing.size() >= query.limit() || (!more && !views.missing.isEmpty())) {
                break;
            }
            Message message = couldBeMeant(queue, at) ? views.message(at) : null;
            if (!more && message == null && views.missing.contains(at)) {
                break;
            }
            MessageInfo info = message == null ? null : views.of(message, query.group());
            if (info != null && isMeant(info)) {
                page.add(info);
                bytes += info.payload().length;
            }
            after = at;
            at = queue.nextThere(at + 1);
        }
        if (more && !views.missing.isEmpty()) {
            return new Result(null, queue.number, views.missing);
        }
        String next = at < 0 ? null : Long.toString(after);
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
        Entry entry = group.entry(at);
        boolean untouched = entry == null && !group.isDone(at);
        return switch (state) {
            case DONE -> group.isDone(at);
            case DEAD -> group.isDone(at) || stands(entry, Entry.State.MOVING);
            case READY, BLOCKED -> untouched || stands(entry, Entry.State.READY);
            case SCHEDULED -> untouched || stands(entry, Entry.State.SCHEDULED);
            case LEASED -> stands(entry, Entry.State.LEASED);
            case PARKED -> stands(entry, Entry.State.PARKED);
        };
    }

    private static boolean stands(@Nullable Entry entry, Entry.State state) {
        return entry != null && entry.state() == state;
    }

    private boolean isMeant(MessageInfo info) {
        MessageInfo.State state = query.state();
        return state == null || info.groups().stream().anyMatch(group -> group.state() == state);
    }
}
