package dev.leat.engine.presence;

/** A receive that waits, and so keeps its consumer alive. */
@FunctionalInterface
public interface Parked {

    /** One whose consumer is not known. */
    Parked UNKNOWN = () -> {};

    /** It does not wait any more. To be called once. */
    void over();
}
