package dev.leat.engine;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import org.jspecify.annotations.Nullable;

/** Keeps an answer for whoever asked. */
final class Found<O> implements Reply<O> {
    @Nullable
    O outcome;

    @Nullable
    Rejection rejection;

    @Override
    public void answered(O outcome) {
        this.outcome = outcome;
    }

    @Override
    public void refused(Rejection rejection) {
        this.rejection = rejection;
    }
}
