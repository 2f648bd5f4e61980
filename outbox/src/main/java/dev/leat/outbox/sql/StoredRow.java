package dev.leat.outbox.sql;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code ob_event} as the database has it. Reading it never fails: what makes no sense is left for the decoder.
 *
 * @param attempts before this one
 * @param unreadable why the other columns are not there
 */
public record StoredRow(
        long seq,
        int shard,
        @Nullable String key,
        @Nullable UUID commitRef,
        @Nullable String dedupe,
        byte @Nullable [] payload,
        @Nullable String headers,
        @Nullable String trace,
        int attempts,
        long fence,
        @Nullable Instant createdAt,
        @Nullable String unreadable) {

    static StoredRow broken(long seq, int attempts, Exception error) {
        return new StoredRow(seq, 0, null, null, null, null, null, null, attempts, 0, null, error.toString());
    }
}
