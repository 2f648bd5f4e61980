package dev.leat.cli.serve;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for SIGTERM or SIGINT. The first asks for a clean stop, the second ends the process at once. */
final class StopSignal {
    private static final Logger LOG = LoggerFactory.getLogger(StopSignal.class);
    private static final int KILLED = 137;

    private final CompletableFuture<String> first = new CompletableFuture<>();
    private final AtomicBoolean ready = new AtomicBoolean();

    private StopSignal() {}

    static StopSignal install() {
        StopSignal signal = new StopSignal();
        Signals.handle("TERM", signal::received);
        Signals.handle("INT", signal::received);
        return signal;
    }

    /** From now on the first signal asks for a clean stop. */
    void ready() {
        ready.set(true);
    }

    /** @return the name of the signal */
    String await() throws InterruptedException {
        try {
            return first.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private void received(String name) {
        if (!first.complete(name)) {
            LOG.warn("stopped at once by a second signal, {}", name);
            Runtime.getRuntime().halt(KILLED);
        }
        if (!ready.get()) { // a recovery may take minutes and is safe to break off: no request was answered yet
            LOG.info("stopped by {} before it was ready", name);
            Runtime.getRuntime().halt(0);
        }
    }
}
