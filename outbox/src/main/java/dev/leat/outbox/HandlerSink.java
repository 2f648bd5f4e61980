package dev.leat.outbox;

import dev.leat.outbox.spi.Batch;
import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.spi.Row;
import dev.leat.outbox.spi.Sink;

/** A sink that calls a handler for each row. A row that fails does not hold up the others, and a stop does not wait for a whole batch. */
record HandlerSink(Handler handler, Guarantee guarantee) implements Sink {

    @Override
    public void handOff(Batch batch) {
        for (Row row : batch.rows()) {
            if (batch.isReady(row)) {
                handle(row, batch);
            } else {
                batch.release(row);
            }
        }
    }

    // A payload that overflows the stack fails its own row. Uncaught, the error would end the worker.
    private void handle(Row row, Batch batch) {
        try {
            handler.handle(row, batch);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            batch.release(row);
        } catch (Throwable e) {
            batch.fail(row, e);
        }
    }
}
