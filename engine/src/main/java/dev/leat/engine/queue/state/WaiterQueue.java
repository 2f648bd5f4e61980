package dev.leat.engine.queue.state;

import dev.leat.api.spi.Reply;
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

/** Waiting calls in order, with their deadlines. Not on disk. */
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

    /** @param number the gauge of waiting calls */
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

    /** Removes the call with this reply; null if it does not wait. */
    @Nullable
    public W take(Reply<?> reply) {
        W waiter = byReply.get(reply);
        if (waiter != null) {
            inOrder.remove(waiter);
            left(waiter);
        }
        return waiter;
    }

    /** Returns all calls in order. A call that is removed from the iterator has to be passed to {@link #left}. */
    public Iterator<W> iterator() {
        return inOrder.iterator();
    }

    public void left(W waiter) {
        number.add(-1);
        byTime.remove(waiter);
        byReply.remove(waiter.reply());
    }

    /** Returns when the first wait ends; {@link Long#MAX_VALUE} for never. */
    public long firstEnd() {
        return byTime.isEmpty() ? Long.MAX_VALUE : byTime.first().until();
    }

    /** Removes the calls whose wait has ended. */
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

    /** Removes all calls. */
    public List<W> takeAll() {
        List<W> all = List.copyOf(inOrder);
        inOrder.clear();
        byTime.clear();
        number.add(-all.size());
        byReply.clear();
        return all;
    }
}
