package dev.leat.outbox;

import dev.leat.outbox.spi.Batch;
import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.spi.Retry;
import dev.leat.outbox.spi.Row;
import dev.leat.outbox.spi.Sink;

/** A callback of the application that handles one row after the other. */
@FunctionalInterface
public interface Handler {

    /** @throws Exception if the row was not handled; it is tried again as the route's {@link Retry} says */
    void handle(Row row, Batch batch) throws Exception;

    /** A sink that may hand a row to the handler again after a crash. */
    static Sink of(Handler handler) {
        return new HandlerSink(handler, Guarantee.AT_LEAST_ONCE);
    }

    /** A sink for a handler that writes through {@link Batch#connection()} only, on a route in locked mode. */
    static Sink inSameDatabase(Handler handler) {
        return new HandlerSink(handler, Guarantee.SAME_DATABASE);
    }
}
