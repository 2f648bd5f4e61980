package dev.leat.engine.figures;

import org.jspecify.annotations.Nullable;

/**
 * Whether an engine carries anything out.
 *
 * @param reason why the engine does not run, as a sentence to show; null while it runs
 */
public record State(Phase phase, @Nullable String reason) {

    public static final State RUNNING = new State(Phase.RUNNING, null);

    /** Phase of an engine. Opening an engine returns after recovery, so the first phase is {@code RUNNING}. */
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
