package dev.leat.engine.queue;

import dev.leat.api.Rejection;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import java.util.function.Consumer;

/** Something that the engine itself wants of a queue. Doing it twice does no harm; if it is not done, the next start does it. */
final class InternalQueueCall extends Call {
    private final Consumer<Changes> work;

    InternalQueueCall(Consumer<Changes> work) {
        this.work = work;
    }

    @Override
    protected void decide(Changes changes) {
        work.accept(changes);
    }

    @Override
    protected void answer() {}

    @Override
    protected void refuse(Rejection rejection) {}
}
