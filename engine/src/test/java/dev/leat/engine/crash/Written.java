package dev.leat.engine.crash;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One append that the child attempted, and what is known to have become of it. */
public final class Written {

    /** What its caller heard, or what was found after a restart. */
    enum Fate {
        UNKNOWN,
        THERE,
        NOT_THERE
    }

    final List<Long> ids;
    final @Nullable String producer;
    final long epoch;
    final long seq;
    final boolean close;
    Fate fate = Fate.UNKNOWN;
    long start = -1; // known once it was answered or found

    Written(List<Long> ids, @Nullable String producer, long epoch, long seq, boolean close) {
        this.ids = ids;
        this.producer = producer;
        this.epoch = epoch;
        this.seq = seq;
        this.close = close;
    }

    long length(boolean json) {
        return ids.stream().mapToLong(id -> Content.wireLength(id, json)).sum();
    }

    boolean isAfter(@Nullable Written other) {
        return other == null || epoch > other.epoch || (epoch == other.epoch && seq > other.seq);
    }

    @Override
    public String toString() {
        String by = producer == null ? "" : " by " + producer + " " + epoch + "/" + seq;
        return fate + " at " + start + by + " " + Content.text(ids);
    }
}
