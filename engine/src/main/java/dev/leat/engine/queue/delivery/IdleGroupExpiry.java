package dev.leat.engine.queue.delivery;

import dev.leat.engine.presence.PresenceShard;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.shard.Changes;
import java.time.Duration;

/**
 * Removal of groups without consumers, after the time that their queue says. Grants, settlements, seeks and leases count as use; expiry
 * and deadlines of messages do not.
 */
public final class IdleGroupExpiry {
    private static final long CHECK_MILLIS = 30_000;

    private final QueueShardContext shard;
    private final PresenceShard presence;

    public IdleGroupExpiry(QueueShardContext shard, PresenceShard presence) {
        this.shard = shard;
        this.presence = presence;
    }

    /** Records that the group is in use. */
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
        shard.timers().at(now + millis, changes -> look(group, changes));
    }

    private void look(Group group, Changes changes) {
        Duration longest = group.queue.config.groupIdleExpiry();
        group.idleWatched = false;
        if (group.deleted || group.queue.deleted || longest == null) {
            return;
        }
        long now = changes.time();
        if (isBusy(group, now)) {
            touched(group, now);
        }
        boolean leaves = group.count(DeliveryState.State.MOVING) > 0; // a message is on its way to another queue
        if (now - group.lastUsed >= longest.toMillis() && !leaves) {
            shard.change(new QueueChange.GroupRemoved(group.queue.number, group.number), changes);
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
