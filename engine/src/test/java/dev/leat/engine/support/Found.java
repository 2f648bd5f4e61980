package dev.leat.engine.support;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import org.jspecify.annotations.Nullable;

/** Keeps an answer for whoever asked. */
public final class Found<O> implements Reply<O> {
    @Nullable
    public O outcome;

    @Nullable
    public Rejection rejection;

    @Override
    public void answered(O outcome) {
        this.outcome = outcome;
    }

    @Override
    public void refused(Rejection rejection) {
        this.rejection = rejection;
    }
}
