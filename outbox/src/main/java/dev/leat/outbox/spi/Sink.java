package dev.leat.outbox.spi;

/** Target of the rows of a route. Used by several workers at once. */
public interface Sink {

    /** What a repeat comes to. Shown in the status of the route. */
    Guarantee guarantee();

    /**
     * Hands rows on. A row that was neither failed nor released when this returns is done; if this throws, every row that was
     * not is retried, or dead if the error is one that a retry cannot mend.
     */
    void handOff(Batch batch) throws Exception;
}
