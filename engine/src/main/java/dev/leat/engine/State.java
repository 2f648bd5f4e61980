package dev.leat.engine;

import org.jspecify.annotations.Nullable;

/**
 * Whether an engine carries anything out.
 *
 * @param reason why it does not, for the person who will read it; null while it runs
 */
public record State(Phase phase, @Nullable String reason) {

    static final State RUNNING = new State(Phase.RUNNING, null);

    /** Where an engine is in its life. It is opened running: whoever opens it waits until it is recovered. */
    public enum Phase {
        RUNNING,
        /** Storage has failed; everything is refused until it is recovered from disk, which goes on by itself. */
        RECOVERING,
        /** It cannot be recovered without help. */
        FAILED,
        CLOSED
    }

    public boolean isRunning() {
        return phase == Phase.RUNNING;
    }
}
