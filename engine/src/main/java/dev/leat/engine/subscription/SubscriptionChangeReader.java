package dev.leat.engine.subscription;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.Feature;
import dev.leat.engine.shard.KindRange;

/** Decodes what the journal says about subscriptions without applying it. */
public final class SubscriptionChangeReader implements Feature {
    private final Runnable counter;

    /** @param counter runs for each change */
    public SubscriptionChangeReader(Runnable counter) {
        this.counter = counter;
    }

    @Override
    public KindRange kinds() {
        return SubscriptionChangeKinds.RANGE;
    }

    @Override
    public void replay(int kind, BytesIn change, long time) {
        SubscriptionChange.read(kind, change);
        counter.run();
    }
}
