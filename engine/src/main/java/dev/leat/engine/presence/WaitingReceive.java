package dev.leat.engine.presence;

/** A receive that waits, and so keeps its consumer alive. */
@FunctionalInterface
public interface WaitingReceive {

    /** One whose consumer is not known. */
    WaitingReceive UNKNOWN = () -> {};

    /** It does not wait any more. To be called once. */
    void over();
}
