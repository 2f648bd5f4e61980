package dev.leat.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A loader that counts, and that a test can hold in the middle. */
final class Source implements Loader<String, String> {

    private final List<String> asked = new ArrayList<>();
    private volatile Loader<String, String> answer = key -> LoadResult.of(key + "-" + loads());

    static final class Held {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch released = new CountDownLatch(1);

        void awaitBegin() throws InterruptedException {
            begun.await();
        }

        void release() {
            released.countDown();
        }
    }

    @Override
    public LoadResult<String> load(String key) throws Exception {
        Loader<String, String> current;
        synchronized (this) {
            asked.add(key);
            current = answer;
        }
        return current.load(key);
    }

    synchronized int loads() {
        return asked.size();
    }

    void answers(Loader<String, String> loader) {
        answer = loader;
    }

    void answers(String value) {
        answer = key -> LoadResult.of(value);
    }

    void fails(Exception thrown) {
        answer = key -> {
            throw thrown;
        };
    }

    /** From now on, and until the source is told otherwise, a load stops before it answers. */
    Held holds(LoadResult<String> value) {
        Held held = new Held();
        answer = key -> {
            held.begun.countDown();
            held.released.await();
            return value;
        };
        return held;
    }

    static void until(BooleanSupplier holds) {
        while (!holds.getAsBoolean()) {
            LockSupport.parkNanos(100_000);
        }
    }
}
