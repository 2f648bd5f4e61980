package dev.leat.engine.shard;

import dev.leat.api.Rejection;
import java.util.function.Consumer;

/**
 * A call that the engine sends to itself. It is idempotent, and needs no answer: if the shard stops before it is decided, the next
 * start finds the same work again.
 */
public final class InternalCall extends Call {
    private final Consumer<Changes> work;

    public InternalCall(Consumer<Changes> work) {
        this.work = work;
    }

    @Override
    protected void execute(Changes changes) {
        work.accept(changes);
    }

    @Override
    protected void answer() {}

    @Override
    protected void refuse(Rejection rejection) {}
}
