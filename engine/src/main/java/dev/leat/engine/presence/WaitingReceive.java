package dev.leat.engine.presence;

/** A receive that waits. Its consumer is active meanwhile. */
@FunctionalInterface
public interface WaitingReceive {

    /** A receive of an unknown consumer. */
    WaitingReceive UNKNOWN = () -> {};

    /** Ends the wait. Called once. */
    void over();
}
