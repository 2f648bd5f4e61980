package dev.leat.engine.queue;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which consumer of a group has which leases. */
final class LeasesByConsumer {
    private final Map<String, SmallPositionSet> byConsumer = new HashMap<>();

    void took(@Nullable String consumer, long at) {
        byConsumer
                .computeIfAbsent(String.valueOf(consumer), name -> new SmallPositionSet())
                .add(at);
    }

    void lost(@Nullable String consumer, long at) {
        String name = String.valueOf(consumer);
        SmallPositionSet leases = byConsumer.get(name);
        if (leases != null && leases.remove(at) && leases.isEmpty()) {
            byConsumer.remove(name);
        }
    }

    int count(String consumer) {
        SmallPositionSet leases = byConsumer.get(consumer);
        return leases == null ? 0 : leases.size();
    }

    /** The leases of a consumer, in their order. */
    long[] leases(String consumer) {
        SmallPositionSet leases = byConsumer.get(consumer);
        return leases == null ? new long[0] : leases.toSortedArray();
    }

    Set<String> consumers() {
        return byConsumer.keySet();
    }
}
