package dev.leat.engine;

import dev.leat.api.Command;
import dev.leat.api.Engine;
import dev.leat.api.Event;
import dev.leat.api.Outcome;
import dev.leat.api.Query;
import dev.leat.api.Registration;
import dev.leat.api.Reply;
import dev.leat.api.StreamPath;
import dev.leat.api.WebhookCall;
import java.nio.file.Path;
import java.util.function.Consumer;

/** An engine as those see it who reach it over a network: it goes away for a while, and comes back with what was durable. */
final class RestartingEngine implements Engine, AutoCloseable {
    private final Path directory;
    private volatile Embedded engine;

    RestartingEngine(Path directory) {
        this.directory = directory;
        this.engine = Embedded.open(directory, Settings.defaults());
    }

    /** Everything is refused meanwhile. */
    void restart() {
        engine.close();
        engine = Embedded.open(directory, Settings.defaults());
    }

    @Override
    public <O extends Outcome> void submit(Command<O> command, Reply<? super O> reply) {
        engine.submit(command, reply);
    }

    @Override
    public void endWait(Command<?> command, Reply<?> reply) {
        engine.endWait(command, reply);
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

    @Override
    public void close() {
        engine.close();
    }
}
