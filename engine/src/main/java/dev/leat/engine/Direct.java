package dev.leat.engine;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A reply that comes before the call that asks for it returns. */
final class Direct<O> implements Reply<O> {
    private @Nullable O outcome;
    private @Nullable Rejection rejection;

    @Override
    public void answered(O outcome) {
        this.outcome = outcome;
    }

    @Override
    public void refused(Rejection rejection) {
        this.rejection = rejection;
    }

    O result() {
        if (rejection != null) {
            throw RejectedException.of(rejection);
        }
        return Objects.requireNonNull(outcome);
    }
}
