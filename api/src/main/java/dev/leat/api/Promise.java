package dev.leat.api;

import java.util.concurrent.CompletableFuture;

/** A reply as a future. Continuations that do not name an executor run on a thread of the engine and must be short. */
final class Promise<O> extends CompletableFuture<O> implements Reply<O> {

    @Override
    public void answered(O outcome) {
        complete(outcome);
    }

    @Override
    public void refused(Rejection rejection) {
        completeExceptionally(RejectedException.withoutTrace(rejection));
    }
}
