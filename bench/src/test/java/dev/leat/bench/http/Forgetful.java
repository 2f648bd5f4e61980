package dev.leat.bench.http;

import dev.leat.api.Command;
import dev.leat.api.Engine;
import dev.leat.api.Event;
import dev.leat.api.Outcome;
import dev.leat.api.Query;
import dev.leat.api.Registration;
import dev.leat.api.Reply;
import dev.leat.api.StreamPath;
import dev.leat.api.WebhookCall;
import java.util.function.Consumer;

/** An engine that does not look at producers' stamps. */
record Forgetful(Engine engine) implements Engine {

    @Override
    @SuppressWarnings("unchecked") // an append for an append
    public <O extends Outcome> void submit(Command<O> command, Reply<? super O> reply) {
        engine.submit(command instanceof Command.Append append ? (Command<O>) unstamped(append) : command, reply);
    }

    private static Command<?> unstamped(Command.Append append) {
        return new Command.Append(
                append.path(), append.contentType(), append.body(), null, append.seq(), append.close());
    }

    @Override
    public <O extends Outcome> void ask(Query<O> query, Reply<? super O> reply) {
        engine.ask(query, reply);
    }

    @Override
    public void watch(StreamPath path, Runnable changed, Reply<? super Registration> reply) {
        engine.watch(path, changed, reply);
    }

    @Override
    public Registration listen(Consumer<Event> listener) {
        return engine.listen(listener);
    }

    @Override
    public Registration onWake(Consumer<WebhookCall> caller) {
        return engine.onWake(caller);
    }
}
