package dev.leat.engine.subscription;

import dev.leat.api.stream.StreamPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/**
 * Which subscriptions care about a stream that is new: those with a pattern, and those that named a stream which is not
 * there. Shared by all shards; a stream that a subscription knows tells its link directly and is not looked up here.
 */
final class SubscriptionMatcher {
    private final List<Subscription> patterns = new CopyOnWriteArrayList<>();
    private final Map<StreamPath, List<StreamLink>> missing = new ConcurrentHashMap<>();

    /** To be called before the streams that are there are looked for. */
    void watch(Subscription subscription) {
        if (subscription.config.pattern() != null) {
            patterns.add(subscription);
        }
    }

    void forget(Subscription subscription) {
        patterns.remove(subscription);
    }

    /** Waits for a stream that is not there. To be called before looking whether it has come to be. */
    void await(StreamLink link) {
        missing.merge(link.path, List.of(link), (some, more) -> some.contains(link) ? some : joined(some, link));
    }

    private static List<StreamLink> joined(List<StreamLink> some, StreamLink link) {
        List<StreamLink> all = new ArrayList<>(some);
        all.add(link);
        return List.copyOf(all);
    }

    void forget(StreamLink link) {
        missing.computeIfPresent(link.path, (path, some) -> {
            List<StreamLink> rest = some.stream().filter(other -> other != link).toList();
            return rest.isEmpty() ? null : rest;
        });
    }

    /** Shows the subscriptions that a new stream may concern. */
    void appeared(StreamPath path, BiConsumer<Subscription, StreamPath> concerned) {
        for (Subscription subscription : patterns) {
            if (subscription.config.matches(path)) {
                concerned.accept(subscription, path);
            }
        }
        for (StreamLink link : missing.getOrDefault(path, List.of())) {
            concerned.accept(link.subscription, path);
        }
    }
}
