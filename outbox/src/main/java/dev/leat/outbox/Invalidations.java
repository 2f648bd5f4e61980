package dev.leat.outbox;

/** A cache, as the outbox sees it. Both may be called from any thread, and more than once for the same commit. */
public interface Invalidations {

    void apply(Intent intent);

    /** Forgets everything, because something may have been missed. */
    void flush(String reason);
}
