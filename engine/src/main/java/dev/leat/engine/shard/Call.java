package dev.leat.engine.shard;

import dev.leat.api.Rejection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something a shard is asked to do. It is decided in a turn; if that changed anything, the call is told when the turn is
 * durable, else at once.
 */
public abstract class Call extends InboxNode {
    private static final Logger LOG = LoggerFactory.getLogger(Call.class);

    private @Nullable Shard shard;

    protected Call() {}

    /** Creates a call that takes the place of another one, on the same shard. */
    protected Call(Call waiting) {
        this.shard = waiting.shard();
    }

    void sendTo(Shard shard) {
        this.shard = shard;
    }

    Shard shard() {
        return Objects.requireNonNull(shard);
    }

    /** Counts a refusal. */
    protected final void countRefusal(Rejection rejection) {
        shard().worker().meters().rejections().count(rejection);
    }

    /** Refuses without waiting for a turn. If the reply throws, that is logged, and other calls are not affected. */
    protected final void refuseNow(Rejection rejection) {
        try {
            refuse(rejection);
        } catch (RuntimeException | Error e) {
            LOG.error("a reply threw", e);
        }
    }

    /** Carries out the call, on the shard's thread. Everything that it changes it adds to the changes; memory follows at once. */
    protected abstract void execute(Changes changes);

    /** How many bytes of payload it holds while it waits. */
    protected int bytes() {
        return 0;
    }

    /** Gives the answer. */
    protected abstract void answer();

    /** The call was not carried out, and never will be. */
    protected abstract void refuse(Rejection rejection);
}
