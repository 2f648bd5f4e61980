package dev.leat.api.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The messages that a {@link DurableQueue} has handed out, by their ids. Their leases are kept from ending. */
final class Holds implements AutoCloseable {
    private final Map<Long, Hold> byId = new ConcurrentHashMap<>();
    private final LeaseKeeper keeper;
    private final Duration lease;

    Holds(LeaseKeeper keeper, Duration lease) {
        this.keeper = keeper;
        this.lease = lease;
    }

    void add(long id, DeliveryId delivery) {
        Hold hold = new Hold(delivery);
        Hold before = byId.put(id, hold);
        if (before != null) {
            keeper.forget(before);
        }
        keeper.keep(hold, lease);
    }

    Hold get(long id) {
        Hold hold = byId.get(id);
        if (hold == null) {
            throw new NoSuchElementException("message " + id + " is not popped");
        }
        return hold;
    }

    /** The calling thread has it from now on, and its lease has just begun anew. */
    void handOver(Hold hold) {
        hold.handOver();
        keeper.keep(hold, lease);
    }

    /** Those of some ids; null if one of them is not handed out. */
    @Nullable
    List<Hold> all(Collection<Long> ids) {
        List<Hold> all = new ArrayList<>();
        for (long id : ids) {
            Hold hold = byId.get(id);
            if (hold == null) {
                return null;
            }
            all.add(hold);
        }
        return all;
    }

    void forget(long id) {
        Hold hold = byId.remove(id);
        if (hold != null) {
            keeper.forget(hold);
        }
    }

    /** Forgets this one, but not one that was handed out again under the same id. */
    void forget(long id, Hold hold) {
        byId.remove(id, hold);
        keeper.forget(hold);
    }

    List<DeliveryId> deliveries() {
        return byId.values().stream().map(Hold::delivery).toList();
    }

    @Override
    public void close() {
        keeper.close();
    }
}
