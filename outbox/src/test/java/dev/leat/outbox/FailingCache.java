package dev.leat.outbox;

/** A cache that throws for as long as it is broken. */
class FailingCache extends RecordingCache {

    volatile boolean broken;

    @Override
    public void apply(Intent intent) {
        requireWhole();
        super.apply(intent);
    }

    @Override
    public void flush(String reason) {
        requireWhole();
        super.flush(reason);
    }

    private void requireWhole() {
        if (broken) {
            throw new IllegalStateException("the cache is broken");
        }
    }
}
