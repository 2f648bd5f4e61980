package dev.leat.api.spi;

import dev.leat.api.Rejection;

/** Takes the answer to one command or query, exactly once, on a thread of the engine or the one that asked: hand on and return. */
public interface Reply<O> {

    /** Takes the outcome. */
    void answered(O outcome);

    /** Takes the rejection. */
    void refused(Rejection rejection);

    /**
     * An answer was lost, and the same is asked again: from now on an answer may be about something that was carried out before. Only
     * an engine behind a network says so, and only of what may be repeated.
     */
    default void repeated() {}
}
