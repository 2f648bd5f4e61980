package dev.leat.outbox.spi;

/** Guarantee of a sink for a row that is handed to it twice, which happens after a crash at the wrong moment. */
public enum Guarantee {
    /** The target numbers what it gets and drops repeats: each row arrives exactly once. */
    IDEMPOTENT_PRODUCER,
    /** The target drops repeats of a key for as long as it remembers the key. */
    DEDUPE_KEY,
    /** The target is in the outbox's own database and transaction: each row takes effect exactly once. */
    SAME_DATABASE,
    /** A repeat arrives as a repeat. */
    AT_LEAST_ONCE
}
