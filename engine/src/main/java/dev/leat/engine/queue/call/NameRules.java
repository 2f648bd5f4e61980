package dev.leat.engine.queue.call;

import dev.leat.api.ConsumerName;
import dev.leat.api.GroupName;
import dev.leat.api.QueueName;
import dev.leat.api.Rejection;
import org.jspecify.annotations.Nullable;

/**
 * Refuses names that new queues, groups and consumers cannot have. It is asked when one of them is made, never during recovery: what
 * is on disk keeps its name.
 */
final class NameRules {

    private NameRules() {}

    /** Returns why no queue of this name can be made; null if one can. */
    static @Nullable Rejection flaw(QueueName queue) {
        return queue.isFitForNew() ? null : refusal("queue", queue.value());
    }

    /** Returns why no group of this name can be made; null if one can. */
    static @Nullable Rejection flaw(GroupName group) {
        return group.isFitForNew() ? null : refusal("group", group.value());
    }

    /** Returns why no consumer can have this name; null if one can. */
    static @Nullable Rejection flaw(ConsumerName consumer) {
        return consumer.isFitForNew() ? null : refusal("consumer", consumer.value());
    }

    private static Rejection refusal(String kind, String name) {
        return new Rejection.BadArgument(
                "the name of a " + kind + " has letters, digits and - _ . : @ { } only, not '" + name + "'");
    }
}
