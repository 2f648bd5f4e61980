package dev.leat.engine.shard;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import java.util.function.Consumer;

/** Result of deciding a call. No reply is given before the turn is durable. */
public sealed interface Decision<O> {

    static <O> Decision<O> accept(O outcome) {
        return new Accept<>(outcome);
    }

    static <O> Decision<O> reject(Rejection rejection) {
        return new Reject<>(rejection);
    }

    /** The call was carried out. */
    record Accept<O>(O outcome) implements Decision<O> {}

    /** The call was not carried out, and changed nothing. */
    record Reject<O>(Rejection rejection) implements Decision<O> {}

    /**
     * The first part of the call was carried out. The rest starts once this turn is durable; if it never is, the call is refused.
     *
     * @param next starts the rest, which gives the reply
     */
    record Continue<O>(Consumer<Reply<? super O>> next) implements Decision<O> {}

    /**
     * The call waits, and its turn gives no reply.
     *
     * @param successor starts, in this turn, what decides the call later and gives the reply; it gets the call whose place it takes
     */
    record Wait<O>(Consumer<ReplyCall<O>> successor) implements Decision<O> {}
}
