package dev.leat.cli.serve;

import dev.leat.Leat;
import dev.leat.cli.console.DisplayText;
import dev.leat.engine.figures.Damage;
import dev.leat.engine.figures.State;
import dev.leat.http.Health;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The health of a server: starting until an engine is open, then that of the engine, and draining after the stop signal. */
final class ServerHealth implements Health {
    private volatile @Nullable Leat leat;
    private volatile boolean draining;

    /** Reports the health of the engine from now on: its data is recovered. */
    void opened(Leat engine) {
        leat = engine;
    }

    /** Reports draining from now on, so that load balancers send no more requests. */
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
                : report(opened.state(), opened.damage());
    }

    private static Report report(State state, List<Damage> damage) {
        return switch (state.phase()) {
            case RUNNING -> damage.isEmpty() ? new Report(Status.READY, null) : degraded(damage);
            case RECOVERING -> new Report(Status.RECOVERING, state.reason());
            case FAILED -> new Report(Status.FAILED, state.reason());
            case CLOSED -> new Report(Status.DRAINING, state.reason());
        };
    }

    /** Returns the report of damaged data. The server stays ready: everything else is served. */
    private static Report degraded(List<Damage> damage) {
        List<Finding> findings = damage.stream()
                .map(one -> new Finding(one.what(), one.affected(), one.wayOut()))
                .toList();
        String reason = DisplayText.count(damage.size(), "part") + " of what is stored "
                + (damage.size() == 1 ? "is" : "are") + " damaged; the log and leat doctor say which";
        return new Report(Status.DEGRADED, reason, findings);
    }
}
