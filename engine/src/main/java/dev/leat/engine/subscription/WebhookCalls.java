package dev.leat.engine.subscription;

import dev.leat.api.spi.Registration;
import dev.leat.api.spi.WebhookCall;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registered senders of webhook requests. Outlives a core that has to be recovered. */
public final class WebhookCalls {
    private static final Logger LOG = LoggerFactory.getLogger(WebhookCalls.class);

    private final List<Caller> callers = new CopyOnWriteArrayList<>();

    /** An entry of its own, because the same consumer may come twice. */
    private final class Caller implements Registration {
        private final Consumer<WebhookCall> consumer;

        Caller(Consumer<WebhookCall> consumer) {
            this.consumer = consumer;
        }

        @Override
        public void close() {
            callers.remove(this);
        }
    }

    public boolean isHeard() {
        return !callers.isEmpty();
    }

    void tell(WebhookCall call) {
        for (Caller caller : callers) {
            try {
                caller.consumer.accept(call);
            } catch (RuntimeException | Error e) {
                LOG.error("a sender of webhook requests failed to take a wake", e);
            }
        }
    }

    public Registration add(Consumer<WebhookCall> consumer) {
        Caller caller = new Caller(consumer);
        callers.add(caller);
        return caller;
    }
}
