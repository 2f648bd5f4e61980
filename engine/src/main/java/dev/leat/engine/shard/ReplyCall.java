package dev.leat.engine.shard;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A call with a typed reply, which follows from its {@link Decision} once the turn is durable. */
public abstract class ReplyCall<O> extends Call {
    private final Reply<? super O> reply;
    private @Nullable Decision<O> decision;

    protected ReplyCall(Reply<? super O> reply) {
        this.reply = reply;
    }

    /** Creates a call that takes the place of one that waits: on the same shard, with the same reply. */
    protected ReplyCall(ReplyCall<O> waiting) {
        super(waiting);
        this.reply = waiting.reply;
    }

    /** Returns a call that is decided by a function. */
    public static <O> ReplyCall<O> of(Function<Changes, Decision<O>> decider, Reply<? super O> reply) {
        return of(decider, 0, reply);
    }

    /** @param bytes the payload that the call holds while it waits in the inbox */
    public static <O> ReplyCall<O> of(Function<Changes, Decision<O>> decider, int bytes, Reply<? super O> reply) {
        return new FunctionCall<>(decider, bytes, reply);
    }

    /** Decides, on the shard's thread. Everything that it changes it adds to the changes; memory follows at once. */
    protected abstract Decision<O> decide(Changes changes);

    public final Reply<? super O> reply() {
        return reply;
    }

    @Override
    protected final void execute(Changes changes) {
        decided(decide(changes));
    }

    /** Sets the decision; the turn that has this call gives the reply. */
    protected final void decided(Decision<O> decision) {
        this.decision = decision;
        if (decision instanceof Decision.Wait<O> wait) {
            wait.successor().accept(this);
        }
    }

    @Override
    protected final void answer() {
        switch (decision) {
            case Decision.Accept<O> accepted -> reply.answered(accepted.outcome());
            case Decision.Reject<O> rejected -> refuse(rejected.rejection());
            case Decision.Continue<O> continued -> continued.next().accept(reply);
            case Decision.Wait<O> ignored -> {}
            case null -> throw new IllegalStateException("a call is answered that was not decided");
        }
    }

    @Override
    protected final void refuse(Rejection rejection) {
        if (!(decision instanceof Decision.Wait)) {
            countRefusal(rejection);
            reply.refused(rejection);
        }
    }

    private static final class FunctionCall<O> extends ReplyCall<O> {
        private final Function<Changes, Decision<O>> decider;
        private final int bytes;

        FunctionCall(Function<Changes, Decision<O>> decider, int bytes, Reply<? super O> reply) {
            super(reply);
            this.decider = decider;
            this.bytes = bytes;
        }

        @Override
        protected Decision<O> decide(Changes changes) {
            return decider.apply(changes);
        }

        @Override
        protected int bytes() {
            return bytes;
        }
    }
}
