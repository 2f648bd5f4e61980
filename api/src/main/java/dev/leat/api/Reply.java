package dev.leat.api;

/** Takes the answer to one command or query, exactly once, on a thread of the engine: hand on and return. */
public interface Reply<O> {

    void answered(O outcome);

    void refused(Rejection rejection);
}
