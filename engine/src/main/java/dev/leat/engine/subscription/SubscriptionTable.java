package dev.leat.engine.subscription;

import dev.leat.api.subscription.SubscriptionId;
import dev.leat.engine.shard.CheckpointPart;
import dev.leat.engine.shard.Ids;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of one shard, and what each kind of change does to them. Deciding and recovery both change the table by
 * {@link #apply} and nothing else, so that they cannot come to different results.
 */
final class SubscriptionTable {
    private final int shard;
    private final Consumer<StreamLink> onMoved;
    private final Map<SubscriptionId, Subscription> byId = new HashMap<>();
    private final Map<Long, Subscription> byNumber = new HashMap<>();
    private final Map<String, byte[]> secrets = new HashMap<>();
    private final SubscriptionDirtyTracker dirty;
    private long counter = 1;

    SubscriptionTable(int shard, Consumer<StreamLink> onMoved) {
        this.shard = shard;
        this.onMoved = onMoved;
        this.dirty = new SubscriptionDirtyTracker(shard);
    }

    long nextNumber() {
        return Ids.of(shard, counter);
    }

    void counter(long atLeast) {
        counter = Math.max(counter, atLeast);
    }

    @Nullable
    Subscription find(SubscriptionId id) {
        return byId.get(id);
    }

    @Nullable
    Subscription find(long number) {
        return byNumber.get(number);
    }

    Collection<Subscription> all() {
        return byNumber.values();
    }

    byte @Nullable [] secret(String name) {
        return secrets.get(name);
    }

    /** Takes in a row of the last checkpoint. */
    void load(SubscriptionRow row) {
        switch (row) {
            case SubscriptionRow.Next(int ignored, long next) -> counter(next);
            case SubscriptionRow.Secret(int ignored, String name, byte[] secret) -> secrets.put(name, secret);
            case SubscriptionRow.OfSubscription of -> put(of.restored(onMoved));
            case SubscriptionRow.OfLink of -> {
                Subscription subscription = find(of.number());
                if (subscription != null) {
                    put(subscription, of.restored(subscription));
                }
            }
        }
    }

    private Subscription put(Subscription subscription) {
        byId.put(subscription.id, subscription);
        byNumber.put(subscription.number, subscription);
        counter(Ids.counterOf(subscription.number) + 1);
        return subscription;
    }

    private static StreamLink put(Subscription subscription, StreamLink link) {
        subscription.links.put(link.path, link);
        subscription.byNumber.put(link.number, link);
        subscription.nextLink = Math.max(subscription.nextLink, link.number + 1);
        if (link.shown != 0) {
            subscription.shown.add(link);
        }
        return link;
    }

    void apply(SubscriptionChange change, long time) {
        switch (change) {
            case SubscriptionChange.Subscribed(long number, var id, var config) ->
                dirty.changed(put(new Subscription(number, id, config, time, onMoved)));
            case SubscriptionChange.Unsubscribed(long number) -> remove(known(number));
            case SubscriptionChange.Linked linked -> link(known(linked.number()), linked);
            case SubscriptionChange.Unlinked(long number, long link) -> unlink(known(number), link);
            case SubscriptionChange.Woken woken -> wake(known(woken.number()), woken);
            case SubscriptionChange.Turned(long number, var wakeState) -> turn(known(number), wakeState);
            case SubscriptionChange.Acked(long number, var cursors) -> ack(known(number), cursors);
            case SubscriptionChange.Kept(String name, byte[] secret) -> {
                secrets.put(name, secret);
                dirty.kept(name, secret);
            }
        }
    }

    private void remove(Subscription subscription) {
        byId.remove(subscription.id);
        byNumber.remove(subscription.number);
        subscription.gone = true;
        dirty.removed(subscription);
    }

    private void link(Subscription subscription, SubscriptionChange.Linked to) {
        StreamLink link = subscription.byNumber.get(to.link());
        if (link == null) {
            link = put(subscription, new StreamLink(subscription, to.link(), to.path()));
            dirty.changed(subscription); // it knows which link comes next
        }
        if (link.streamId != to.stream() && link.shown != 0) {
            link.shown = 0;
            subscription.shown.remove(link);
        }
        link.explicit = to.explicit();
        link.streamId = to.stream();
        link.acked = to.acked();
        dirty.changed(link);
    }

    private void unlink(Subscription subscription, long number) {
        StreamLink link = known(subscription, number);
        subscription.byNumber.remove(number);
        subscription.links.remove(link.path);
        subscription.shown.remove(link);
        subscription.pending.remove(link);
        subscription.moved.remove(link);
        link.gone = true;
        dirty.removed(link);
    }

    private void wake(Subscription subscription, SubscriptionChange.Woken woken) {
        hideShown(subscription);
        subscription.generation = woken.generation();
        subscription.wakeId = woken.wakeId();
        subscription.wakeState = woken.wakeState();
        for (LinkPosition mark : woken.shown()) {
            StreamLink link = known(subscription, mark.link());
            link.shown = mark.position();
            subscription.shown.add(link);
            dirty.changed(link);
        }
        dirty.changed(subscription);
    }

    private void turn(Subscription subscription, WakeState wakeState) {
        subscription.wakeState = wakeState;
        if (subscription.isIdle()) {
            subscription.wakeId = "";
            hideShown(subscription);
        }
        dirty.changed(subscription);
    }

    private void hideShown(Subscription subscription) {
        for (StreamLink link : subscription.shown) {
            link.shown = 0;
            dirty.changed(link);
        }
        subscription.shown.clear();
    }

    private void ack(Subscription subscription, List<LinkPosition> cursors) {
        for (LinkPosition cursor : cursors) {
            StreamLink link = known(subscription, cursor.link());
            link.acked = cursor.position();
            dirty.changed(link);
        }
    }

    private Subscription known(long number) {
        Subscription subscription = byNumber.get(number);
        if (subscription == null) {
            throw new IllegalStateException(
                    "the journal changes subscription " + number + ", which neither it nor the store has");
        }
        return subscription;
    }

    private static StreamLink known(Subscription subscription, long link) {
        return Objects.requireNonNullElseGet(subscription.byNumber.get(link), () -> {
            throw new IllegalStateException("the journal changes link " + link + " of subscription " + subscription.id
                    + ", which neither it nor the store has");
        });
    }

    /** The rows that changed since the last capture, as of now. */
    CheckpointPart capture() {
        return dirty.take(counter);
    }

    /** Every row there is. */
    List<SubscriptionRow> rows() {
        List<SubscriptionRow> rows = new ArrayList<>();
        for (Subscription subscription : all()) {
            rows.add(SubscriptionRow.OfSubscription.of(subscription));
            subscription.links.values().forEach(link -> rows.add(SubscriptionRow.OfLink.of(link)));
        }
        return rows;
    }
}
