package dev.leat.outbox;

/**
 * A cache that the outbox keeps right. Both methods may be called from any thread, by several at once, and more than once for the same commit.
 * Once {@link #apply} or {@link #flush} has returned, the cache does not hand out what was loaded before the call.
 */
public interface Invalidations {

    /**
     * Forgets what the intent names. If it throws, {@link #flush} is called at once.
     *
     * @param intent what was changed by a commit
     */
    void apply(Intent intent);

    /**
     * Forgets everything, because something may have been missed. If it throws, it is called again, after pauses of up to a second, until
     * it returns. Meanwhile waits for invalidations are not satisfied on this node nor on others, and {@link InvalidationStatus#alerts} tells it.
     *
     * @param reason one word, for figures
     */
    void flush(String reason);
}
