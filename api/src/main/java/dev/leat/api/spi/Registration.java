package dev.leat.api.spi;

/** Ends what it was returned for. */
public interface Registration extends AutoCloseable {

    /** Whether it ended by itself, so that whoever still cares has to register again. */
    default boolean isOver() {
        return false;
    }

    @Override
    void close();
}
