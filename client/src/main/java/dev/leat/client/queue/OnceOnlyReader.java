package dev.leat.client.queue;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.client.transport.Response;
import dev.leat.client.transport.ResponseReader;

/**
 * Reads the answer to something that can be done once only. If the request was repeated because an answer was lost, a refusal that
 * says that it cannot be done any more may mean that it was done the first time.
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
            throw RejectedException.withoutTrace(doubted); // to ask once more would tell no more
        }
        return refusal;
    }

    /** What a refusal means that came to a request which may have been carried out before. */
    static Rejection doubted(Response answer, Rejection refusal, Class<? extends Rejection> done) {
        return answer.repeated() && done.isInstance(refusal)
                ? new Rejection.OutcomeUnknown(
                        "the first answer was lost, and to the second request it was said: " + refusal.reason())
                : refusal;
    }
}
