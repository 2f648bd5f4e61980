package dev.leat.engine.queue.state;

import dev.leat.api.Reply;
import dev.leat.storage.meter.Counter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Those who wait for the same thing, the first first. Not on disk. */
public final class WaiterQueue<W extends WaiterQueue.Entry> {
    /** A call that waits, as far as the order of waiting needs it. */
    public interface Entry {
        /** Returns when the wait ends, in epoch milliseconds. */
        long until();

        /** Returns the position among all that ever waited. */
        long number();

        Reply<?> reply();
    }

    private final Set<W> inOrder = new LinkedHashSet<>();
    private final TreeSet<W> byTime = new TreeSet<>(
            Comparator.<W>comparingLong(waiter -> waiter.until()).thenComparingLong(waiter -> waiter.number()));

    private final IdentityHashMap<Reply<?>, W> byReply = new IdentityHashMap<>();
    private final Counter number;

    /** @param number how many wait, here and elsewhere */
    public WaiterQueue(Counter number) {
        this.number = number;
    }

    public boolean isEmpty() {
        return inOrder.isEmpty();
    }

    public int size() {
        return inOrder.size();
    }

    public void add(W waiter) {
        inOrder.add(waiter);
        number.add(1);
        byTime.add(waiter);
        byReply.put(waiter.reply(), waiter);
    }

    /** Removes the one who is to be told by this reply; null if that one does not wait, or not any more. */
    @Nullable
    public W take(Reply<?> reply) {
        W waiter = byReply.get(reply);
        if (waiter != null) {
            inOrder.remove(waiter);
            left(waiter);
        }
        return waiter;
    }

    /** All of them, in their order. Whoever is removed from the iterator has to be given to {@link #left} as well. */
    public Iterator<W> iterator() {
        return inOrder.iterator();
    }

    public void left(W waiter) {
        number.add(-1);
        byTime.remove(waiter);
        byReply.remove(waiter.reply());
    }

    /** When the first of them has waited long enough; {@link Long#MAX_VALUE} for never. */
    public long firstEnd() {
        return byTime.isEmpty() ? Long.MAX_VALUE : byTime.first().until();
    }

    /** Removes those that have waited long enough. */
    public List<W> takeEnded(long now) {
        List<W> ended = new ArrayList<>();
        while (firstEnd() <= now) {
            W waiter = byTime.removeFirst();
            inOrder.remove(waiter);
            byReply.remove(waiter.reply());
            ended.add(waiter);
        }
        number.add(-ended.size());
        return ended;
    }

    /** Removes all. */
    public List<W> takeAll() {
        List<W> all = List.copyOf(inOrder);
        inOrder.clear();
        byTime.clear();
        number.add(-all.size());
        byReply.clear();
        return all;
    }
}
