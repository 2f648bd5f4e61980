package dev.leat.engine.subscription;

import dev.leat.engine.shard.KindRange;

/** The numbers by which the journal knows what happened to a subscription. They are on disk: never change one. */
final class SubscriptionChangeKinds {
    static final KindRange RANGE = new KindRange(32, 47);

    static final int SUBSCRIBED = 32;
    static final int UNSUBSCRIBED = 33;
    static final int LINKED = 34;
    static final int UNLINKED = 35;
    static final int WOKEN = 36;
    static final int TURNED = 37;
    static final int ACKED = 38;
    static final int KEPT = 39;

    private SubscriptionChangeKinds() {}
}
