package dev.leat.api.spi;

/** Ends what it was returned for. */
public interface Registration extends AutoCloseable {

    /** Returns whether it ended by itself; a caller that still needs it registers again. */
    default boolean isOver() {
        return false;
    }

    @Override
    void close();
}
