package dev.leat.outbox;

/** One bad row does not keep its neighbours waiting, and a stop does not wait for a whole batch. */
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

    // An AssertionError or a missing class fails its row like any exception; running out of memory does not end here.
    private void handle(Row row, Batch batch) {
        try {
            handler.handle(row, batch);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            batch.release(row);
        } catch (Exception | LinkageError | AssertionError e) {
            batch.fail(row, e);
        }
    }
}
