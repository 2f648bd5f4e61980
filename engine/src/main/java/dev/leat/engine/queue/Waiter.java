package dev.leat.engine.queue;

import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;

/** A call that waits. It is answered with the turn in which something is found for it, or in which its time is over. */
abstract class Waiter<O> extends ReplyCall<O> {
    final long until;
    final long number;
    final Reply<? super O> reply;

    /** @param number counts those who wait, in the order of their coming */
    Waiter(Call call, long until, long number, Reply<? super O> reply) {
        super(reply);
        continues(call);
        this.until = until;
        this.number = number;
        this.reply = reply;
    }

    @Override
    protected void decide(Changes changes) {
        throw new IllegalStateException("it was decided that this one waits");
    }

    /** It gets this, once the turn is durable. */
    void served(O outcome, Changes changes) {
        decided(outcome);
        changes.include(this);
    }

    /** It gets nothing, and is told so once the turn is durable. */
    void turnedAway(Rejection rejection, Changes changes) {
        rejected(rejection);
        changes.include(this);
    }

    /** It gets nothing, and is told so now. */
    void turnedAway(Rejection rejection) {
        refuseNow(rejection);
    }
}
