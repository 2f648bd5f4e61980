package dev.leat.engine.subscription;

import dev.leat.api.Rejection;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import java.util.function.Consumer;

/** Something that the engine itself wants of a subscription. Doing it twice does no harm. */
final class InternalSubscriptionCall extends Call {
    private final Consumer<Changes> work;

    InternalSubscriptionCall(Consumer<Changes> work) {
        this.work = work;
    }

    @Override
    protected void decide(Changes changes) {
        work.accept(changes);
    }

    @Override
    protected void answer() {}

    @Override
    protected void refuse(Rejection rejection) {} // the next start looks at every subscription
}
