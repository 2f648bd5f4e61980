package dev.leat.outbox.invalidation;

import dev.leat.outbox.sql.Dialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code ob_inval} as it was found.
 *
 * @param commitRef null if the column holds something else, which only hand-made SQL can do
 * @param ageMillis since it was written
 */
public record InvalidationRow(
        long seq,
        @Nullable UUID commitRef,
        @Nullable String kind,
        @Nullable String target,
        long ageMillis) {

    /** What {@link #read} needs. */
    static String columns(Dialect dialect) {
        return "seq, commit_ref, kind, target, " + dialect.millisSince("created_at") + " age";
    }

    static InvalidationRow read(Dialect dialect, ResultSet row) throws SQLException {
        long seq = row.getLong("seq");
        UUID commitRef = null;
        try {
            commitRef = dialect.uuid(row, "commit_ref");
        } catch (SQLException e) {
            // The row still says what to invalidate; only a wait cannot find it.
        }
        return new InvalidationRow(seq, commitRef, row.getString("kind"), row.getString("target"), row.getLong("age"));
    }
}
