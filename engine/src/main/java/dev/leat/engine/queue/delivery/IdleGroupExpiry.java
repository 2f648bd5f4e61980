package dev.leat.engine.queue.delivery;

import dev.leat.engine.presence.PresenceShard;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.shard.Changes;
import java.time.Duration;

/**
 * Removes groups that nobody has consumed from for as long as their queue says. What time does to messages, to expire or to fall due,
 * is no sign of a consumer; grants, settlements, seeks and leases are.
 */
public final class IdleGroupExpiry {
    private static final long CHECK_MILLIS = 30_000;

    private final ShardScope scope;
    private final PresenceShard presence;

    public IdleGroupExpiry(ShardScope scope, PresenceShard presence) {
        this.scope = scope;
        this.presence = presence;
    }

    /** Somebody uses the group, or did until now. */
    void touched(Group group, long now) {
        group.lastUsed = now;
    }

    public void watch(Group group, long now) {
        Duration longest = group.queue.config.groupIdleExpiry();
        if (longest != null && !group.queue.isWork() && !group.idleWatched) {
            group.idleWatched = true;
            touched(group, now);
            plan(group, now, longest);
        }
    }

    private void plan(Group group, long now, Duration longest) {
        long left = group.lastUsed + longest.toMillis() - now;
        lookIn(left <= 0 ? CHECK_MILLIS : Math.min(left, CHECK_MILLIS), group, now);
    }

    private void lookIn(long millis, Group group, long now) {
        scope.timers().at(now + millis, changes -> look(group, changes));
    }

    private void look(Group group, Changes changes) {
        Duration longest = group.queue.config.groupIdleExpiry();
        group.idleWatched = false;
        if (group.gone || group.queue.gone || longest == null) {
            return;
        }
        long now = changes.time();
        if (isBusy(group, now)) {
            touched(group, now);
        }
        boolean leaves = group.count(DeliveryState.State.MOVING) > 0; // something of it is on its way to another queue
        if (now - group.lastUsed >= longest.toMillis() && !leaves) {
            scope.change(new QueueChange.GroupRemoved(group.queue.number, group.number), changes);
        } else {
            group.idleWatched = true;
            plan(group, now, longest);
        }
    }

    private boolean isBusy(Group group, long now) {
        return group.count(DeliveryState.State.LEASED) > 0
                || !group.waiters.isEmpty()
                || presence.isAttended(group.queue.number, group.number, now);
    }
}
