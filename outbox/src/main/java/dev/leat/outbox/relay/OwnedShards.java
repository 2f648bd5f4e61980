package dev.leat.outbox.relay;

import dev.leat.outbox.relay.ShardSession.Progress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The shards that this node owns, and those of them that a worker has at the moment. */
final class OwnedShards {

    private final Map<Integer, OwnedShard> seats = new TreeMap<>();
    private final Deque<OwnedShard> ready = new ArrayDeque<>();

    /** A shard of this node. Its session belongs to the worker that has the seat. */
    static final class OwnedShard {
        final ShardSession session;
        private boolean taken;
        private boolean queued;
        private boolean again;
        private long notBefore = System.nanoTime();
        /** Until then no other node can own the shard; after that the database has to be asked. */
        private volatile long freshUntil;

        private volatile boolean leaving;

        OwnedShard(ShardSession session, long freshUntil) {
            this.session = session;
            this.freshUntil = freshUntil;
        }

        int shard() {
            return session.lease().shard();
        }

        boolean isFresh() {
            return freshUntil - System.nanoTime() > 0;
        }

        /** Others shall have the shard. */
        boolean isLeaving() {
            return leaving;
        }
    }

    synchronized void add(OwnedShard seat) {
        seats.put(seat.shard(), seat);
    }

    /** Removes a shard that another node owns, or is to own. */
    synchronized void remove(OwnedShard seat) {
        seats.remove(seat.shard(), seat);
        ready.remove(seat);
        seat.queued = false;
    }

    /** There is something to do for these shards; returns whether all of them are this node's. */
    synchronized boolean offer(Collection<Integer> shards) {
        boolean ours = true;
        for (int shard : shards) {
            OwnedShard seat = seats.get(shard);
            if (seat != null) {
                offer(seat);
            }
            ours &= seat != null && seat.isFresh() && !seat.leaving;
        }
        return ours;
    }

    private void offer(OwnedShard seat) {
        if (seat.taken) {
            seat.again = true;
        } else if (!seat.queued) {
            seat.queued = true;
            ready.add(seat);
        }
    }

    /** A shard with something to do, for one worker alone. */
    synchronized @Nullable OwnedShard take() {
        long now = System.nanoTime();
        for (Iterator<OwnedShard> each = ready.iterator(); each.hasNext(); ) {
            OwnedShard seat = each.next();
            if (seat.notBefore - now <= 0 && seat.isFresh()) {
                each.remove();
                seat.queued = false;
                seat.taken = true;
                seat.again = false;
                return seat;
            }
        }
        return null;
    }

    /** Takes a shard that no worker has. */
    synchronized boolean take(OwnedShard seat) {
        if (seat.taken || seats.get(seat.shard()) != seat) {
            return false;
        }
        ready.remove(seat);
        seat.queued = false;
        seat.taken = true;
        return true;
    }

    synchronized void giveBack(OwnedShard seat, Progress progress, long laterMillis) {
        seat.taken = false;
        if (seats.get(seat.shard()) != seat) {
            return;
        }
        seat.notBefore = System.nanoTime() + (progress == Progress.LATER ? laterMillis * 1_000_000 : 0);
        if (progress != Progress.IDLE || seat.again) {
            offer(seat);
        }
    }

    /** Whether there is something to do for another worker. */
    synchronized boolean hasMore() {
        long now = System.nanoTime();
        return ready.stream().anyMatch(seat -> seat.notBefore - now <= 0);
    }

    synchronized Set<Integer> shards() {
        return new TreeSet<>(seats.keySet());
    }

    synchronized List<OwnedShard> seats() {
        return new ArrayList<>(seats.values());
    }

    synchronized int staying() {
        return (int) seats.values().stream().filter(seat -> !seat.leaving).count();
    }

    /** Chooses shards to give up, those first that have nothing to do. */
    synchronized void leave(int count) {
        List<OwnedShard> order = new ArrayList<>(seats.values());
        order.sort((a, b) -> Boolean.compare(a.taken || a.queued, b.taken || b.queued));
        order.stream().filter(seat -> !seat.leaving).limit(count).forEach(seat -> seat.leaving = true);
    }

    /** The leases of these were renewed by a statement that began at a moment. */
    synchronized void renewed(Collection<Integer> shards, long freshUntil) {
        for (int shard : shards) {
            OwnedShard seat = seats.get(shard);
            if (seat != null) {
                seat.freshUntil = freshUntil;
            }
        }
    }
}
