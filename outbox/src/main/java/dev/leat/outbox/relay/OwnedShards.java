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

    private final Map<Integer, OwnedShard> byNumber = new TreeMap<>();
    private final Deque<OwnedShard> ready = new ArrayDeque<>();

    /** A shard of this node. Its session belongs to the worker that has the leased. */
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

    synchronized void add(OwnedShard leased) {
        byNumber.put(leased.shard(), leased);
    }

    /** Removes a shard that another node owns, or is to own. */
    synchronized void remove(OwnedShard leased) {
        byNumber.remove(leased.shard(), leased);
        ready.remove(leased);
        leased.queued = false;
    }

    /** There is something to do for these shards; returns whether all of them are this node's. */
    synchronized boolean offer(Collection<Integer> shards) {
        boolean ours = true;
        for (int shard : shards) {
            OwnedShard leased = byNumber.get(shard);
            if (leased != null) {
                offer(leased);
            }
            ours &= leased != null && leased.isFresh() && !leased.leaving;
        }
        return ours;
    }

    private void offer(OwnedShard leased) {
        if (leased.taken) {
            leased.again = true;
        } else if (!leased.queued) {
            leased.queued = true;
            ready.add(leased);
        }
    }

    /** A shard with something to do, for one worker alone. */
    synchronized @Nullable OwnedShard take() {
        long now = System.nanoTime();
        for (Iterator<OwnedShard> each = ready.iterator(); each.hasNext(); ) {
            OwnedShard leased = each.next();
            if (leased.notBefore - now <= 0 && leased.isFresh()) {
                each.remove();
                leased.queued = false;
                leased.taken = true;
                leased.again = false;
                return leased;
            }
        }
        return null;
    }

    /** Takes a shard that no worker has. */
    synchronized boolean take(OwnedShard leased) {
        if (leased.taken || byNumber.get(leased.shard()) != leased) {
            return false;
        }
        ready.remove(leased);
        leased.queued = false;
        leased.taken = true;
        return true;
    }

    synchronized void giveBack(OwnedShard leased, Progress progress, long laterMillis) {
        leased.taken = false;
        if (byNumber.get(leased.shard()) != leased) {
            return;
        }
        leased.notBefore = System.nanoTime() + (progress == Progress.LATER ? laterMillis * 1_000_000 : 0);
        if (progress != Progress.IDLE || leased.again) {
            offer(leased);
        }
    }

    /** Whether there is something to do for another worker. */
    synchronized boolean hasMore() {
        long now = System.nanoTime();
        return ready.stream().anyMatch(leased -> leased.notBefore - now <= 0);
    }

    synchronized Set<Integer> shards() {
        return new TreeSet<>(byNumber.keySet());
    }

    synchronized List<OwnedShard> all() {
        return new ArrayList<>(byNumber.values());
    }

    synchronized int staying() {
        return (int)
                byNumber.values().stream().filter(leased -> !leased.leaving).count();
    }

    /** Chooses shards to give up, those first that have nothing to do. */
    synchronized void leave(int count) {
        List<OwnedShard> order = new ArrayList<>(byNumber.values());
        order.sort((a, b) -> Boolean.compare(a.taken || a.queued, b.taken || b.queued));
        order.stream().filter(leased -> !leased.leaving).limit(count).forEach(leased -> leased.leaving = true);
    }

    /** The leases of these were renewed by a statement that began at a moment. */
    synchronized void renewed(Collection<Integer> shards, long freshUntil) {
        for (int shard : shards) {
            OwnedShard leased = byNumber.get(shard);
            if (leased != null) {
                leased.freshUntil = freshUntil;
            }
        }
    }
}
