package dev.leat.http.exchange;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import org.jspecify.annotations.Nullable;

/** Reply that takes an engine's answer on any thread and writes it on the event loop of its exchange. */
public abstract class EngineReply<O> implements Reply<O>, Runnable {
    private final Exchange exchange;
    private @Nullable O outcome;
    private @Nullable Rejection rejection;

    protected EngineReply(Exchange exchange) {
        this.exchange = exchange;
    }

    protected final Exchange exchange() {
        return exchange;
    }

    @Override
    public final void answered(O answer) {
        outcome = answer;
        exchange.loop().run(this);
    }

    @Override
    public final void refused(Rejection refusal) {
        rejection = refusal;
        exchange.loop().run(this);
    }

    @Override
    public final void run() {
        exchange.attempt(() -> {
            O answer = outcome;
            Rejection refusal = rejection;
            if (answer != null) {
                write(answer);
            } else if (refusal != null) {
                refuse(refusal);
            }
        });
    }

    /** Writes the answer, on the event loop. */
    protected abstract void write(O answer);

    protected void refuse(Rejection refusal) {
        exchange.refuse(refusal);
    }
}
