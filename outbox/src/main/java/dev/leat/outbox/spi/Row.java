package dev.leat.outbox.spi;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event on its way to a sink.
 *
 * @param seq unique in its database, and growing
 * @param attempt which try this is, from 1
 * @param fence grows with every claim of the row; a target that remembers the highest can refuse a late worker
 * @param trace W3C traceparent of the transaction that wrote the row
 */
public record Row(
        long seq,
        String namespace,
        String route,
        int shard,
        @Nullable String key,
        UUID commitRef,
        @Nullable String dedupe,
        byte[] payload,
        Map<String, String> headers,
        @Nullable String trace,
        int attempt,
        long fence,
        Instant createdAt) {}
