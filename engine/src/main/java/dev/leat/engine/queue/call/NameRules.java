package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.QueueName;
import org.jspecify.annotations.Nullable;

/**
 * Rules for names of new queues, groups and consumers. They apply when one is created, never during recovery: a name on disk stays
 * valid.
 */
final class NameRules {

    private NameRules() {}

    /** Returns why a queue cannot be created with this name; null if it can. */
    static @Nullable Rejection flaw(QueueName queue) {
        return queue.isFitForNew() ? null : refusal("queue", queue.value());
    }

    /** Returns why a group cannot be created with this name; null if it can. */
    static @Nullable Rejection flaw(GroupName group) {
        return group.isFitForNew() ? null : refusal("group", group.value());
    }

    /** Returns why a consumer cannot have this name; null if it can. */
    static @Nullable Rejection flaw(ConsumerName consumer) {
        return consumer.isFitForNew() ? null : refusal("consumer", consumer.value());
    }

    private static Rejection refusal(String kind, String name) {
        return new Rejection.BadArgument(
                "the name of a " + kind + " has letters, digits and - _ . : @ { } only, not '" + name + "'");
    }
}
