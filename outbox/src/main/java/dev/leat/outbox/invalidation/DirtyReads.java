package dev.leat.outbox.invalidation;

import dev.leat.outbox.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;

/** Queries that see rows which are not committed, which tells a transaction that is open from one that was rolled back. */
final class DirtyReads {

    /** A number is given out a moment before its row can be seen, even dirtily; as many others may overtake it at most. */
    private static final int OVERTAKERS = 1000;

    private final Dialect dialect;
    private final Duration maxTransaction;

    DirtyReads(Dialect dialect, Duration maxTransaction) {
        this.dialect = dialect;
        this.maxTransaction = maxTransaction;
    }

    /**
     * The state of the table at one moment.
     *
     * @param head the highest number that is committed
     * @param missing lower numbers that may be committed later
     */
    record Present(long head, NavigableSet<Long> missing) {}

    /** Those of the numbers that have a row, committed or not. */
    Set<Long> among(Connection connection, Collection<Long> seqs) throws SQLException {
        return dirtily(connection, "select seq from ob_inval where " + dialect.among("seq", seqs));
    }

    /** @param limit how many missing numbers without a row are worth remembering */
    Present present(Connection connection, int limit) throws SQLException {
        LongStream.Builder committed = LongStream.builder();
        long firstRecent = Long.MAX_VALUE;
        long purged = 0;
        String sql = "select t.purged, i.seq, i.recent from (select " + InvalidationRetention.PURGED
                + " purged) t left join ("
                + "select seq, case when created_at > " + dialect.nowPlus() + " then 1 else 0 end recent from ob_inval"
                + ") i on true order by i.seq";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setLong(1, -maxTransaction.toMillis());
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    purged = row.getLong("purged");
                    if (row.getObject("seq") != null) {
                        committed.add(row.getLong("seq"));
                        firstRecent =
                                row.getInt("recent") == 1 ? Math.min(firstRecent, row.getLong("seq")) : firstRecent;
                    }
                }
            }
        }
        long[] seqs = committed.build().toArray();
        long head = Math.max(purged, seqs.length == 0 ? 0 : seqs[seqs.length - 1]);
        NavigableSet<Long> missing = gaps(seqs, Math.max(purged, firstRecent - OVERTAKERS), limit);
        for (long seq : dirtily(connection, "select seq from ob_inval where seq <= " + head)) {
            if (Arrays.binarySearch(seqs, seq) < 0) {
                missing.add(seq);
            }
        }
        return new Present(head, missing);
    }

    /** The highest missing numbers above a bound. */
    private static NavigableSet<Long> gaps(long[] seqs, long above, int limit) {
        NavigableSet<Long> gaps = new TreeSet<>();
        for (int i = seqs.length - 1; i >= 0; i--) {
            long end = i == 0 ? above : Math.max(above, seqs[i - 1]);
            for (long seq = seqs[i] - 1; seq > end && gaps.size() < limit; seq--) {
                gaps.add(seq);
            }
        }
        return gaps;
    }

    private static Set<Long> dirtily(Connection connection, String sql) throws SQLException {
        int before = connection.getTransactionIsolation();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            Set<Long> seqs = new HashSet<>();
            while (row.next()) {
                seqs.add(row.getLong(1));
            }
            return seqs;
        } finally {
            connection.setTransactionIsolation(before);
        }
    }
}
