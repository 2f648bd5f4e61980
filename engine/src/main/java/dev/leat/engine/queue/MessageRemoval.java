package dev.leat.engine.queue;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** How messages go: a group has done with them, and once no group wants them the queue has, too. */
final class MessageRemoval {
    private final QueueGauges stock;
    private final DirtyTracker dirty;

    MessageRemoval(QueueGauges stock, DirtyTracker dirty) {
        this.stock = stock;
        this.dirty = dirty;
    }

    void end(Queue queue, QueueChange.Done done) {
        end(QueueTable.known(queue, done.group()), done.at(), done.ending());
        if (queue.isKeptForInterest() && queue.isDoneForAll(done.at())) {
            drop(queue, done.at());
        }
    }

    private void end(Group group, long at, EndReason ending) {
        if (group.done.add(at)) {
            group.pend(-1);
            stock.entry(group.forget(at), null);
            group.ended(at, ending);
            group.tally.ended(ending);
            dirty.done(group, at);
        }
    }

    void remove(Queue queue, QueueChange.Removed removed) {
        queue.groups.values().forEach(group -> end(group, removed.at(), removed.ending()));
        drop(queue, removed.at());
    }

    /** No group has anything to do with it any more. */
    private void drop(Queue queue, long at) {
        if (queue.dropped.add(at)) {
            boolean stored = queue.hot.remove(at);
            queue.overdue.remove(at);
            queue.messages--;
            queue.weights.remove(at);
            dirty.dropped(queue, at, stored);
        }
    }

    /** Drops what everybody has done, of some places. */
    void sweep(Queue queue, PositionSet some) {
        if (queue.isKeptForInterest() && !queue.groups.isEmpty()) {
            PositionSet unwanted = some;
            for (Group group : queue.groups.values()) {
                unwanted = unwanted.common(group.done);
            }
            unwanted.forEach((from, to) -> drop(queue, from, to));
        }
    }

    private void drop(Queue queue, long from, long to) {
        queue.dropped.absent(from, to).forEach((first, end) -> {
            queue.messages -= queue.dropped.addRange(first, end);
            queue.weights.removeRange(first, end);
            queue.overdue.keySet().removeIf(at -> at >= first && at < end);
            dirty.dropped(queue, queue.hot.removeRange(first, end));
        });
    }

    void purge(Queue queue, QueueChange.Purged purged) {
        if (purged.group() != 0) {
            Group group = QueueTable.known(queue, purged.group());
            PositionSet wanted = queue.absent(group.done);
            purge(group, purged);
            sweep(queue, wanted);
            return;
        }
        TreeSet<Long> kept = new TreeSet<>();
        for (Group group : queue.groups.values()) {
            purge(group, purged);
            kept.addAll(group.entries.keySet());
        }
        for (int lane = 0; lane < Position.LANES; lane++) {
            long from = Position.first(lane);
            long before = purged.before()[lane];
            for (long at : kept) {
                if (at >= from && at < before) {
                    drop(queue, from, at);
                    from = at + 1;
                }
            }
            drop(queue, from, before);
        }
    }

    /** The cursors begin anew, because what they have passed is not there any more. */
    private void purge(Group group, QueueChange.Purged purged) {
        for (Map.Entry<Long, DeliveryState> entry : List.copyOf(group.entries.entrySet())) {
            long at = entry.getKey();
            if (at < purged.before()[Position.lane(at)] && goes(entry.getValue(), purged)) {
                end(group, at, EndReason.PURGED);
            }
        }
        PositionSet kept = new PositionSet();
        group.entries.keySet().forEach(kept::add);
        kept.addAll(group.done);
        for (int lane = 0; lane < Position.LANES; lane++) {
            kept.absent(Position.first(lane), purged.before()[lane]).forEach((from, to) -> {
                group.pend(-group.done.addRange(from, to));
                group.endings.purged(from, to);
            });
        }
        group.rewind();
        dirty.changed(group);
    }

    private static boolean goes(DeliveryState entry, QueueChange.Purged purged) {
        return switch (entry.state()) {
            case MOVING -> false;
            case LEASED, PARKED -> purged.leased();
            case READY, SCHEDULED -> true;
        };
    }
}
