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
record WakeState(
        WakePhase phase, long due, int attempt, @Nullable String holder) {
    static final WakeState IDLE = new WakeState(WakePhase.IDLE, Long.MAX_VALUE, 0, null);
    static final WakeState CALLED = new WakeState(WakePhase.CALLED, Long.MAX_VALUE, 0, null);

    static WakeState posting(long due, int attempt) {
        return new WakeState(WakePhase.POSTING, due, attempt, null);
    }

    static WakeState retrying(long due, int attempt) {
        return new WakeState(WakePhase.RETRYING, due, attempt, null);
    }

    WakeState heldUntil(long end) {
        return new WakeState(WakePhase.HELD, end, attempt, holder);
    }

    static WakeState heldBy(String worker, long end) {
        return new WakeState(WakePhase.HELD, end, 0, worker);
    }

    void write(BytesOut out) {
        out.u8(phase.code()).i64(due).varint(attempt).maybeText(holder);
    }

    static WakeState read(BytesIn in) {
        return new WakeState(WakePhase.of(in.u8()), in.i64(), Math.toIntExact(in.varint()), in.maybeText());
    }
}
