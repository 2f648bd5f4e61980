package dev.leat.testkit;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Event;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.WebhookCall;
import dev.leat.api.stream.StreamPath;
import java.util.function.Consumer;

/** An engine in which nothing happens by itself: a test says what it answers. */
public abstract class QuietEngine implements Engine {

    @Override
    public void watch(StreamPath path, Runnable changed, Reply<? super Registration> reply) {
        reply.refused(new Rejection.StreamNotFound(path));
    }

    @Override
    public Registration listen(Consumer<Event> listener) {
        return () -> {};
    }

    @Override
    public Registration onWake(Consumer<WebhookCall> caller) {
        return () -> {};
    }
}
