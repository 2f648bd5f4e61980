package dev.leat.cli.serve;

import dev.leat.Leat;
import dev.leat.engine.State;
import dev.leat.http.Health;
import org.jspecify.annotations.Nullable;

/** How a server is: it starts until an engine is opened, is as well as that engine then, and drains when it is told to stop. */
final class ServerHealth implements Health {
    private volatile @Nullable Leat leat;
    private volatile boolean draining;

    /** Data is recovered, and everything can be served. */
    void opened(Leat engine) {
        leat = engine;
    }

    /** Nobody should come any more. */
    void drain() {
        draining = true;
    }

    @Override
    public Report ready() {
        Leat opened = leat;
        if (draining) {
            return new Report(Status.DRAINING, "the server is stopping");
        }
        return opened == null
                ? new Report(Status.STARTING, "the data directory is being opened")
                : report(opened.state());
    }

    private static Report report(State state) {
        return switch (state.phase()) {
            case RUNNING -> new Report(Status.READY, null);
            case RECOVERING -> new Report(Status.RECOVERING, state.reason());
            case FAILED -> new Report(Status.FAILED, state.reason());
            case CLOSED -> new Report(Status.DRAINING, state.reason());
        };
    }
}
