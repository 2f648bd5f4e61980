package dev.leat.outbox.sql;

import org.jspecify.annotations.Nullable;

/** A row of {@code ob_event} before it is written. */
public record NewEvent(
        String route,
        int shard,
        @Nullable String key,
        @Nullable String dedupe,
        byte[] payload,
        @Nullable String headers,
        @Nullable String trace,
        long delayMillis) {}
