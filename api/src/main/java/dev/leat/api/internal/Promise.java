package dev.leat.api.internal;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A reply as a future. Continuations that do not name an executor run on a thread of the engine and must be short. */
public final class Promise<O> extends CompletableFuture<O> implements Reply<O> {

    @Override
    public void answered(O outcome) {
        complete(outcome);
    }

    @Override
    public void refused(Rejection rejection) {
        completeExceptionally(RejectedException.withoutTrace(rejection));
    }

    /**
     * Returns what a call that waited for a stage throws: the stage's rejection with the stack trace of the calling thread; null if
     * the stage failed otherwise.
     */
    public static @Nullable RejectedException refusal(@Nullable Throwable failure) {
        return failure instanceof RejectedException rejected ? RejectedException.of(rejected.rejection()) : null;
    }
}
