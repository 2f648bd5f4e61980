package dev.leat.http.queue;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome.Enqueued;
import dev.leat.http.exchange.EngineReply;
import dev.leat.http.exchange.Exchange;
import java.util.function.Consumer;

/**
 * An enqueue in progress. It may wait for room as long as its queue's configuration says; a stop of the server ends the
 * wait.
 */
final class EnqueueReply extends EngineReply<Enqueued> implements WaitingRequests.Wait {
    private final Engine engine;
    private final QueueCommand.Enqueue command;
    private final WaitingRequests waiting;
    private final Consumer<Enqueued> then;
    private boolean stopping;

    EnqueueReply(
            Exchange exchange,
            Engine engine,
            QueueCommand.Enqueue command,
            WaitingRequests waiting,
            Consumer<Enqueued> then) {
        super(exchange);
        this.engine = engine;
        this.command = command;
        this.waiting = waiting;
        this.then = then;
    }

    void start() {
        boolean added = waiting.add(this);
        engine.submit(command, this);
        if (!added) {
            drain();
        }
    }

    /** Ends the wait on the request's loop, on which {@link #start} runs, too: the command was submitted before. */
    @Override
    public void drain() {
        exchange().loop().run(() -> {
            stopping = true;
            engine.endWait(command, this);
        });
    }

    @Override
    protected void write(Enqueued enqueued) {
        waiting.remove(this);
        then.accept(enqueued);
    }

    @Override
    protected void refuse(Rejection refusal) {
        waiting.remove(this);
        if (stopping && refusal instanceof Rejection.QueueFull) {
            exchange().refuse(WaitingRequests.STOPPING);
        } else {
            super.refuse(refusal);
        }
    }
}
