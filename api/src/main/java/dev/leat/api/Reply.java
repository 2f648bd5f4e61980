package dev.leat.api;

/** Takes the answer to one command or query, exactly once, on a thread of the engine: hand on and return. */
public interface Reply<O> {

    void answered(O outcome);

    void refused(Rejection rejection);

    /**
     * Whether nobody waits for the answer any more. Asked of those who wait for messages before they are given one; they still
     * get an answer in the end.
     */
    default boolean isGone() {
        return false;
    }
}
