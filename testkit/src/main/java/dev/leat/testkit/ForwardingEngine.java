package dev.leat.testkit;

import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Event;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.WebhookCall;
import dev.leat.api.stream.StreamPath;
import java.util.function.Consumer;

/** An engine that has another do everything, but for what a test changes. */
public abstract class ForwardingEngine implements Engine {

    /** Returns the engine that does it now. */
    protected abstract Engine engine();

    @Override
    public boolean wasReached() {
        return engine().wasReached();
    }

    @Override
    public void lendThread() {
        engine().lendThread();
    }

    @Override
    public <O extends Outcome> void submit(Command<O> command, Reply<? super O> reply) {
        engine().submit(command, reply);
    }

    @Override
    public void endWait(Command<?> command, Reply<?> reply) {
        engine().endWait(command, reply);
    }

    @Override
    public <O extends Outcome> void ask(Query<O> query, Reply<? super O> reply) {
        engine().ask(query, reply);
    }

    @Override
    public void watch(StreamPath path, Runnable changed, Reply<? super Registration> reply) {
        engine().watch(path, changed, reply);
    }

    @Override
    public Registration listen(Consumer<Event> listener) {
        return engine().listen(listener);
    }

    @Override
    public Registration onWake(Consumer<WebhookCall> caller) {
        return engine().onWake(caller);
    }
}
