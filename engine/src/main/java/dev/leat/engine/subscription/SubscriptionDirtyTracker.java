package dev.leat.engine.subscription;

import dev.leat.engine.shard.CheckpointPart;
import java.util.ArrayList;
import java.util.List;

/** What has changed since the last checkpoint, row by row. */
final class SubscriptionDirtyTracker {
    private final int shard;
    private List<Subscription> subscriptions = new ArrayList<>();
    private List<StreamLink> links = new ArrayList<>();
    private List<StreamLink> removedLinks = new ArrayList<>();
    private List<Long> removed = new ArrayList<>();
    private List<SubscriptionRow> secrets = new ArrayList<>();

    SubscriptionDirtyTracker(int shard) {
        this.shard = shard;
    }

    void changed(Subscription subscription) {
        if (!subscription.dirty) {
            subscription.dirty = true;
            subscriptions.add(subscription);
        }
    }

    void changed(StreamLink link) {
        if (!link.dirty) {
            link.dirty = true;
            links.add(link);
        }
    }

    void removed(StreamLink link) {
        if (link.stored) {
            removedLinks.add(link);
        }
    }

    /** Its links go with it. */
    void removed(Subscription subscription) {
        if (subscription.stored) {
            removed.add(subscription.number);
        }
    }

    void kept(String name, byte[] secret) {
        secrets.add(new SubscriptionRow.Secret(shard, name, secret));
    }

    private boolean isEmpty() {
        return subscriptions.isEmpty()
                && links.isEmpty()
                && removedLinks.isEmpty()
                && removed.isEmpty()
                && secrets.isEmpty();
    }

    /** The rows as they are now. Nothing is left to take until something changes again. */
    CheckpointPart take(long next) {
        if (isEmpty()) {
            return CheckpointPart.NOTHING;
        }
        List<SubscriptionRow> rows = secrets;
        rows.add(new SubscriptionRow.Next(shard, next));
        takeChanged(rows);
        List<StreamLink> goneLinks = removedLinks;
        List<Long> gone = removed;
        subscriptions = new ArrayList<>();
        links = new ArrayList<>();
        removedLinks = new ArrayList<>();
        removed = new ArrayList<>();
        secrets = new ArrayList<>();
        return batch -> {
            goneLinks.forEach(link -> batch.delete(SubscriptionKeys.link(link.subscription.number, link.number)));
            for (long number : gone) {
                batch.delete(SubscriptionKeys.subscription(number));
                batch.deleteRange(SubscriptionKeys.link(number, 0), SubscriptionKeys.link(number, Long.MAX_VALUE));
            }
            rows.forEach(row -> row.writeTo(batch));
        };
    }

    private void takeChanged(List<SubscriptionRow> rows) {
        for (Subscription subscription : subscriptions) {
            subscription.dirty = false;
            if (!subscription.gone) {
                subscription.stored = true;
                rows.add(SubscriptionRow.OfSubscription.of(subscription));
            }
        }
        for (StreamLink link : links) {
            link.dirty = false;
            if (!link.gone && !link.subscription.gone) {
                link.stored = true;
                rows.add(SubscriptionRow.OfLink.of(link));
            }
        }
    }
}
