package dev.leat.engine.subscription;

import dev.leat.engine.shard.Part;
import java.util.ArrayList;
import java.util.List;

/** What has changed since the last checkpoint, row by row. */
final class DirtyRows {
    private final int shard;
    private List<Subscription> subscriptions = new ArrayList<>();
    private List<Link> links = new ArrayList<>();
    private List<Link> removedLinks = new ArrayList<>();
    private List<Long> removed = new ArrayList<>();
    private List<Row> secrets = new ArrayList<>();

    DirtyRows(int shard) {
        this.shard = shard;
    }

    void changed(Subscription subscription) {
        if (!subscription.dirty) {
            subscription.dirty = true;
            subscriptions.add(subscription);
        }
    }

    void changed(Link link) {
        if (!link.dirty) {
            link.dirty = true;
            links.add(link);
        }
    }

    void removed(Link link) {
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
        secrets.add(new Row.Secret(shard, name, secret));
    }

    private boolean isEmpty() {
        return subscriptions.isEmpty()
                && links.isEmpty()
                && removedLinks.isEmpty()
                && removed.isEmpty()
                && secrets.isEmpty();
    }

    /** The rows as they are now. Nothing is left to take until something changes again. */
    Part take(long next) {
        if (isEmpty()) {
            return Part.NOTHING;
        }
        List<Row> rows = secrets;
        rows.add(new Row.Next(shard, next));
        takeChanged(rows);
        List<Link> goneLinks = removedLinks;
        List<Long> gone = removed;
        subscriptions = new ArrayList<>();
        links = new ArrayList<>();
        removedLinks = new ArrayList<>();
        removed = new ArrayList<>();
        secrets = new ArrayList<>();
        return batch -> {
            goneLinks.forEach(link -> batch.delete(Keys.link(link.subscription.number, link.number)));
            for (long number : gone) {
                batch.delete(Keys.subscription(number));
                batch.deleteRange(Keys.link(number, 0), Keys.link(number, Long.MAX_VALUE));
            }
            rows.forEach(row -> row.writeTo(batch));
        };
    }

    private void takeChanged(List<Row> rows) {
        for (Subscription subscription : subscriptions) {
            subscription.dirty = false;
            if (!subscription.gone) {
                subscription.stored = true;
                rows.add(Row.OfSubscription.of(subscription));
            }
        }
        for (Link link : links) {
            link.dirty = false;
            if (!link.gone && !link.subscription.gone) {
                link.stored = true;
                rows.add(Row.OfLink.of(link));
            }
        }
    }
}
