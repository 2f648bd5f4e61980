package dev.leat.engine.subscription;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import org.jspecify.annotations.Nullable;

/**
 * What a subscription is doing, and until when.
 *
 * @param due when the lease ends or the next request is to be made; {@link Long#MAX_VALUE} in other phases
 * @param attempt how many requests to the webhook were made for this wake
 * @param holder the worker that claimed the wake
 */
record Stance(Phase phase, long due, int attempt, @Nullable String holder) {
    static final Stance IDLE = new Stance(Phase.IDLE, Long.MAX_VALUE, 0, null);
    static final Stance CALLED = new Stance(Phase.CALLED, Long.MAX_VALUE, 0, null);

    static Stance posting(long due, int attempt) {
        return new Stance(Phase.POSTING, due, attempt, null);
    }

    static Stance retrying(long due, int attempt) {
        return new Stance(Phase.RETRYING, due, attempt, null);
    }

    Stance heldUntil(long end) {
        return new Stance(Phase.HELD, end, attempt, holder);
    }

    static Stance heldBy(String worker, long end) {
        return new Stance(Phase.HELD, end, 0, worker);
    }

    void write(BytesOut out) {
        out.u8(phase.code()).i64(due).varint(attempt).maybeText(holder);
    }

    static Stance read(BytesIn in) {
        return new Stance(Phase.of(in.u8()), in.i64(), Math.toIntExact(in.varint()), in.maybeText());
    }
}
