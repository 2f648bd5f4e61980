package dev.leat.outbox.spi;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row that was given up, with the last error. */
public record DeadRow(
        long seq,
        String route,
        @Nullable String key,
        @Nullable String dedupe,
        int attempts,
        @Nullable String error,
        @Nullable Instant createdAt) {}
