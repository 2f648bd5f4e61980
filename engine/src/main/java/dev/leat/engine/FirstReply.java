package dev.leat.engine;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import java.util.concurrent.atomic.AtomicBoolean;

/** Passes on the first answer. One that throws while it is passed on is not followed by a second. */
final class FirstReply<O> implements Reply<O> {
    private final Reply<? super O> reply;
    private final AtomicBoolean given = new AtomicBoolean();

    FirstReply(Reply<? super O> reply) {
        this.reply = reply;
    }

    @Override
    public void answered(O outcome) {
        if (given.compareAndSet(false, true)) {
            reply.answered(outcome);
        }
    }

    @Override
    public void refused(Rejection rejection) {
        if (given.compareAndSet(false, true)) {
            reply.refused(rejection);
        }
    }
}
