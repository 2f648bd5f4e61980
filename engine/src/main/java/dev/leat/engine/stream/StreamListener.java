package dev.leat.engine.stream;

import dev.leat.api.Registration;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/** Somebody who wants to know when a stream changes. An object of its own, because the same action may watch twice. */
final class StreamListener implements Registration {
    private final Set<StreamListener> watchers;
    private final Runnable changed;
    private final LongAdder watching;
    private volatile boolean over;

    StreamListener(Set<StreamListener> watchers, Runnable changed, LongAdder watching) {
        this.watchers = watchers;
        this.changed = changed;
        this.watching = watching;
    }

    void tell() {
        changed.run();
    }

    /** Nothing will happen here any more. */
    void end() {
        over = true;
        changed.run();
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public void close() {
        if (watchers.remove(this)) {
            watching.decrement();
        }
    }
}
