package dev.leat.http.raw;

import dev.leat.api.Command;
import dev.leat.api.Engine;
import dev.leat.api.Event;
import dev.leat.api.Outcome;
import dev.leat.api.Query;
import dev.leat.api.Registration;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.api.Slice;
import dev.leat.api.StreamPath;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** An engine that knows which of the slices it handed out were not given back. */
final class SliceCount implements Engine {
    private final Engine engine;
    private final AtomicInteger open = new AtomicInteger();

    SliceCount(Engine engine) {
        this.engine = engine;
    }

    int open() {
        return open.get();
    }

    @Override
    public <O extends Outcome> void submit(Command<O> command, Reply<? super O> reply) {
        engine.submit(command, reply);
    }

    @Override
    public <O extends Outcome> void ask(Query<O> query, Reply<? super O> reply) {
        engine.ask(query, new Reply<O>() {
            @Override
            @SuppressWarnings("unchecked") // a slice for a slice
            public void answered(O outcome) {
                reply.answered(outcome instanceof Slice slice ? (O) counted(slice) : outcome);
            }

            @Override
            public void refused(Rejection rejection) {
                reply.refused(rejection);
            }
        });
    }

    private Slice counted(Slice slice) {
        open.incrementAndGet();
        AtomicBoolean closed = new AtomicBoolean();
        Runnable release = () -> {
            if (!closed.getAndSet(true)) {
                open.decrementAndGet();
            }
            slice.close();
        };
        return new Slice(
                slice.path(),
                slice.incarnation(),
                slice.contentType(),
                slice.from(),
                slice.next(),
                slice.upToDate(),
                slice.closed(),
                slice.parts(),
                slice.ends(),
                release);
    }

    @Override
    public void watch(StreamPath path, Runnable changed, Reply<? super Registration> reply) {
        engine.watch(path, changed, reply);
    }

    @Override
    public Registration listen(Consumer<Event> listener) {
        return engine.listen(listener);
    }
}
