package dev.leat.engine.queue;

import dev.leat.engine.meter.QueueMeter;
import org.jspecify.annotations.Nullable;

/** Counts what changes mean. Each is seen before it is applied, and only when it is decided: a replay counts nothing. */
final class Metering {
    private final QueueMeter meter;

    Metering(QueueMeter meter) {
        this.meter = meter;
    }

    void decided(Change change, QueueTable table) {
        switch (change) {
            case Change.Enqueued enqueued -> meter.enqueued(enqueued.message().bytes());
            case Change.OfEntry of -> entry(table.entry(of), of.entry());
            case Change.Done done -> ended(done.ending());
            case Change.Removed removed -> ended(removed.ending());
            case Change.OfQueue of -> {}
            case Change.QueueRemoved removed -> {}
            case Change.OfGroup of -> {}
            case Change.GroupRemoved removed -> {}
            case Change.Purged purged -> {}
            case Change.OfTask of -> {}
            case Change.TaskRemoved removed -> {}
            case Change.Forgotten forgotten -> {}
            case Change.Bound bound -> {}
        }
    }

    private void entry(@Nullable Entry before, Entry after) {
        boolean wasLeased = before != null && before.state() == Entry.State.LEASED;
        boolean wasParked = before != null && before.state() == Entry.State.PARKED;
        if (after.state() == Entry.State.LEASED) {
            if (before == null || after.epoch() > before.epoch()) {
                meter.delivered();
            }
        } else if (wasLeased) {
            returned(after);
        }
        if (after.state() == Entry.State.PARKED && !wasParked) {
            meter.parked();
        }
    }

    private void returned(Entry entry) {
        switch (Tally.howReturned(entry)) {
            case "nacked", "rejected" -> meter.nacked();
            case "released" -> meter.released();
            case "expired" -> meter.leaseExpired();
            default -> {}
        }
    }

    private void ended(Ending ending) {
        switch (ending) {
            case ACKED -> meter.acked();
            case POPPED -> {
                meter.delivered();
                meter.acked();
            }
            case DEAD -> meter.deadLettered();
            case EXPIRED -> meter.expired();
            case CANCELLED, PURGED, DROPPED -> meter.dropped(1);
            case SKIPPED, MOVED -> {}
        }
    }
}
