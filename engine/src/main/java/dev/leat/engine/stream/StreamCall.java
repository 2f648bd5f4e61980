package dev.leat.engine.stream;

import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Call;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A call with a typed answer. Deciding sets the outcome or the rejection; the answer goes out later. */
abstract class StreamCall<O> extends Call {
    private final Reply<? super O> reply;
    private @Nullable O outcome;
    private @Nullable Rejection rejection;

    StreamCall(Reply<? super O> reply) {
        this.reply = reply;
    }

    void decided(O outcome) {
        this.outcome = outcome;
    }

    /** What was decided; only for calls that were not rejected. */
    O outcome() {
        return Objects.requireNonNull(outcome);
    }

    void rejected(Rejection rejection) {
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
