package dev.leat.engine.stream;

import dev.leat.api.spi.Event;
import dev.leat.api.spi.Registration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listeners to the events of all shards. */
public final class EventListeners {
    private static final Logger LOG = LoggerFactory.getLogger(EventListeners.class);

    private final List<Consumer<Event>> listeners = new CopyOnWriteArrayList<>();

    /** Whether an event is worth making. */
    boolean isHeard() {
        return !listeners.isEmpty();
    }

    void tell(Event event) {
        for (Consumer<Event> listener : listeners) {
            try {
                listener.accept(event);
            } catch (RuntimeException | Error e) {
                LOG.error("an event listener failed; the others continue", e);
            }
        }
    }

    public Registration listen(Consumer<Event> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
