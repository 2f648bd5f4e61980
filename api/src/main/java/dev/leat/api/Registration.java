package dev.leat.api;

/** Ends what it was returned for. */
public interface Registration extends AutoCloseable {

    @Override
    void close();
}
