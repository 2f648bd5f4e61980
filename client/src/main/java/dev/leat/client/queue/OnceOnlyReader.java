package dev.leat.client.queue;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.client.transport.Response;
import dev.leat.client.transport.ResponseReader;

/**
 * Reads the answer to a command that can succeed only once. If the request was repeated because an answer was lost, a rejection of the
 * repetition can be the result of its own first attempt, so the outcome is unknown.
 */
record OnceOnlyReader<O>(Class<? extends Rejection> done, ResponseReader<O> reading) implements ResponseReader<O> {

    static <O> ResponseReader<O> when(Class<? extends Rejection> done, ResponseReader<O> reading) {
        return new OnceOnlyReader<>(done, reading);
    }

    @Override
    public O read(Response answer) {
        return reading.read(answer);
    }

    @Override
    public Rejection refused(Response answer) {
        Rejection refusal = reading.refused(answer);
        Rejection doubted = doubted(answer, refusal, done);
        if (!doubted.equals(refusal)) {
            throw RejectedException.withoutTrace(doubted); // a further request would not clarify it
        }
        return refusal;
    }

    /** Returns the rejection of a request; {@code OutcomeUnknown} if an earlier attempt can have caused it. */
    static Rejection doubted(Response answer, Rejection refusal, Class<? extends Rejection> done) {
        return answer.repeated() && done.isInstance(refusal)
                ? new Rejection.OutcomeUnknown(
                        "the first answer was lost, and to the second request it was said: " + refusal.reason())
                : refusal;
    }
}
