package dev.leat.bench.http;

import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Reply;
import dev.leat.testkit.ForwardingEngine;

/** An engine that does not look at producers' stamps. */
final class Forgetful extends ForwardingEngine {
    private final Engine engine;

    Forgetful(Engine engine) {
        this.engine = engine;
    }

    @Override
    protected Engine engine() {
        return engine;
    }

    @Override
    @SuppressWarnings("unchecked") // an append for an append
    public <O extends Outcome> void submit(Command<O> command, Reply<? super O> reply) {
        engine.submit(command instanceof Command.Append append ? (Command<O>) unstamped(append) : command, reply);
    }

    private static Command<?> unstamped(Command.Append append) {
        return new Command.Append(
                append.path(), append.contentType(), append.body(), null, append.seq(), append.close());
    }
}
