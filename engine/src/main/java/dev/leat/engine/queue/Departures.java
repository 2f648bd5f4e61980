package dev.leat.engine.queue;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** How messages go: a group has done with them, and once no group wants them the queue has, too. */
final class Departures {
    private final Stock stock;
    private final DirtyRows dirty;

    Departures(Stock stock, DirtyRows dirty) {
        this.stock = stock;
        this.dirty = dirty;
    }

    void end(Queue queue, Change.Done done) {
        end(QueueTable.known(queue, done.group()), done.at(), done.ending());
        if (queue.isKeptForInterest() && queue.isDoneForAll(done.at())) {
            drop(queue, done.at());
        }
    }

    private void end(Group group, long at, Ending ending) {
        if (group.done.add(at)) {
            group.pend(-1);
            stock.entry(group.forget(at), null);
            group.ended(at, ending);
            group.tally.ended(ending);
            dirty.done(group, at);
        }
    }

    void remove(Queue queue, Change.Removed removed) {
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
    void sweep(Queue queue, Places some) {
        if (queue.isKeptForInterest() && !queue.groups.isEmpty()) {
            Places unwanted = some;
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

    void purge(Queue queue, Change.Purged purged) {
        if (purged.group() != 0) {
            Group group = QueueTable.known(queue, purged.group());
            Places wanted = queue.absent(group.done);
            purge(group, purged);
            sweep(queue, wanted);
            return;
        }
        TreeSet<Long> kept = new TreeSet<>();
        for (Group group : queue.groups.values()) {
            purge(group, purged);
            kept.addAll(group.entries.keySet());
        }
        for (int lane = 0; lane < Place.LANES; lane++) {
            long from = Place.first(lane);
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
    private void purge(Group group, Change.Purged purged) {
        for (Map.Entry<Long, Entry> entry : List.copyOf(group.entries.entrySet())) {
            long at = entry.getKey();
            if (at < purged.before()[Place.lane(at)] && goes(entry.getValue(), purged)) {
                end(group, at, Ending.PURGED);
            }
        }
        Places kept = new Places();
        group.entries.keySet().forEach(kept::add);
        kept.addAll(group.done);
        for (int lane = 0; lane < Place.LANES; lane++) {
            kept.absent(Place.first(lane), purged.before()[lane]).forEach((from, to) -> {
                group.pend(-group.done.addRange(from, to));
                group.endings.purged(from, to);
            });
        }
        group.rewind();
        dirty.changed(group);
    }

    private static boolean goes(Entry entry, Change.Purged purged) {
        return switch (entry.state()) {
            case MOVING -> false;
            case LEASED, PARKED -> purged.leased();
            case READY, SCHEDULED -> true;
        };
    }
}
