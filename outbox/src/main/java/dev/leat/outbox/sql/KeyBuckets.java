package dev.leat.outbox.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Rows that stand for keys where a database has no locks but those of rows. Few, so that they need not be cleared away. */
final class KeyBuckets {

    private static final int BUCKETS = 4096;

    private KeyBuckets() {}

    /** Sorted, so that two transactions with the same keys do not wait for each other crosswise. */
    static List<Integer> of(List<String> keys) {
        return keys.stream()
                .map(key -> Math.floorMod(KeyHash.of(key), BUCKETS))
                .distinct()
                .sorted()
                .toList();
    }

    static void bind(PreparedStatement statement, String namespace, List<Integer> buckets) throws SQLException {
        int index = 1;
        for (int bucket : buckets) {
            statement.setString(index++, namespace);
            statement.setInt(index++, bucket);
        }
    }
}
