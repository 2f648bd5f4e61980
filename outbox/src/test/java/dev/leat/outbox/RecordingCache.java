package dev.leat.outbox;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A cache that remembers what it was told to forget. */
public class RecordingCache implements Invalidations {

    final List<Intent> applied = new CopyOnWriteArrayList<>();
    final List<String> flushes = new CopyOnWriteArrayList<>();

    @Override
    public void apply(Intent intent) {
        applied.add(intent);
    }

    @Override
    public void flush(String reason) {
        flushes.add(reason);
    }
}
