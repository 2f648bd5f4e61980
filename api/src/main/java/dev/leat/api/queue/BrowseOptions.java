package dev.leat.api.queue;

import dev.leat.api.spi.QueueQuery;
import org.jspecify.annotations.Nullable;

/**
 * Which messages one page of {@link MessageQueue#browse(BrowseOptions)} shows.
 *
 * @param group the group whose view of the messages is shown; null for all groups
 * @param state the state that the messages have in the group, or in any group; null for every state
 * @param after the {@link MessagePage#next} of the page before; null for the first page
 * @param limit the largest number of messages, from 1 to {@link QueueQuery#MAX_LIMIT}
 * @param side the end of the queue at which the first page begins; the same for all pages
 */
public record BrowseOptions(
        @Nullable GroupName group,
        MessageInfo.@Nullable State state,
        @Nullable String after,
        int limit,
        QueueSide side) {

    public BrowseOptions {
        QueueQuery.requireLimit(limit);
    }

    /** Returns options for the first page from the head of the queue, with messages of all groups and states. */
    public static BrowseOptions limit(int messages) {
        return new BrowseOptions(null, null, null, messages, QueueSide.HEAD);
    }

    /** Returns a copy that shows the messages as one group sees them. */
    public BrowseOptions withGroup(String name) {
        return new BrowseOptions(GroupName.of(name), state, after, limit, side);
    }

    /** Returns a copy that shows messages in one state. */
    public BrowseOptions withState(MessageInfo.State value) {
        return new BrowseOptions(group, value, after, limit, side);
    }

    /** Returns a copy that shows the page after another one. */
    public BrowseOptions after(String next) {
        return new BrowseOptions(group, state, next, limit, side);
    }

    /** Returns a copy that begins at the tail and shows the last messages first. */
    public BrowseOptions fromTail() {
        return new BrowseOptions(group, state, after, limit, QueueSide.TAIL);
    }

    QueueQuery.Browse query(QueueName queue) {
        return new QueueQuery.Browse(queue, group, state, after, limit, side);
    }
}
