package dev.leat.engine.shard;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A call with a typed answer. Deciding sets the outcome or the rejection; the answer goes out later. */
public abstract class ReplyCall<O> extends Call {
    private final Reply<? super O> reply;
    private @Nullable O outcome;
    private @Nullable Rejection rejection;

    protected ReplyCall(Reply<? super O> reply) {
        this.reply = reply;
    }

    protected void decided(O outcome) {
        this.outcome = outcome;
    }

    /** What was decided; only for calls that were not rejected. */
    protected O outcome() {
        return Objects.requireNonNull(outcome);
    }

    protected void rejected(Rejection rejection) {
        this.rejection = rejection;
    }

    @Override
    protected void answer() {
        O answer = outcome;
        if (answer != null) {
            reply.answered(answer);
        } else {
            refuse(Objects.requireNonNull(rejection));
        }
    }

    @Override
    protected void refuse(Rejection rejection) {
        countRefusal(rejection);
        reply.refused(rejection);
    }
}
