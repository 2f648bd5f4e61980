package dev.leat.engine.queue;

import dev.leat.engine.meter.QueueMeter;
import org.jspecify.annotations.Nullable;

/** Counts what changes mean. Each is seen before it is applied, and only when it is decided: a replay counts nothing. */
final class ChangeMetrics {
    private final QueueMeter meter;

    ChangeMetrics(QueueMeter meter) {
        this.meter = meter;
    }

    void decided(QueueChange change, QueueTable table) {
        switch (change) {
            case QueueChange.Enqueued enqueued ->
                meter.enqueued(enqueued.message().bytes());
            case QueueChange.OfEntry of -> entry(table.entry(of), of.entry());
            case QueueChange.Done done -> ended(done.ending());
            case QueueChange.Removed removed -> ended(removed.ending());
            case QueueChange.OfQueue of -> {}
            case QueueChange.QueueRemoved removed -> {}
            case QueueChange.OfGroup of -> {}
            case QueueChange.GroupRemoved removed -> {}
            case QueueChange.Purged purged -> {}
            case QueueChange.OfTask of -> {}
            case QueueChange.TaskRemoved removed -> {}
            case QueueChange.Forgotten forgotten -> {}
            case QueueChange.Bound bound -> {}
        }
    }

    private void entry(@Nullable DeliveryState before, DeliveryState after) {
        boolean wasLeased = before != null && before.state() == DeliveryState.State.LEASED;
        boolean wasParked = before != null && before.state() == DeliveryState.State.PARKED;
        if (after.state() == DeliveryState.State.LEASED) {
            if (before == null || after.epoch() > before.epoch()) {
                meter.delivered();
            }
        } else if (wasLeased) {
            returned(after);
        }
        if (after.state() == DeliveryState.State.PARKED && !wasParked) {
            meter.parked();
        }
    }

    private void returned(DeliveryState entry) {
        switch (GroupCounters.howReturned(entry)) {
            case "nacked", "rejected" -> meter.nacked();
            case "released" -> meter.released();
            case "expired" -> meter.leaseExpired();
            default -> {}
        }
    }

    private void ended(EndReason ending) {
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
