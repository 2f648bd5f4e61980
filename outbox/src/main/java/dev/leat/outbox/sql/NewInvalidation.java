package dev.leat.outbox.sql;

import org.jspecify.annotations.Nullable;

/** A row of {@code ob_inval} before it is written. */
public record NewInvalidation(
        String kind,
        String target,
        byte[] targetHash,
        @Nullable String reason) {}
