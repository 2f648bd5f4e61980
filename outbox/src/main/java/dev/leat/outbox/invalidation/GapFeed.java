package dev.leat.outbox.invalidation;

import dev.leat.outbox.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * For databases whose transactions have no number: a number missing between rows is a hole, which is looked up again with every
 * look until its row is there. A hole that stays may be a row that was rolled back or one of a transaction that is still open;
 * after a while a dirty read tells, because it shows the second and not the first. What is still open is looked up for as long
 * as it is. Rows of all namespaces are numbered together, so all are looked at.
 */
final class GapFeed implements InvalidationFeed {

    private final Dialect dialect;
    private final String namespace;
    private final long maxTransactionNanos;
    private final DirtyReads dirty;
    /** With the time when each was last known to be worth looking up. */
    private final TreeMap<Long, Long> holes = new TreeMap<>();

    private long cursor;
    private long purged;
    /** The highest number that is there, or that retention has removed. */
    private long head;

    GapFeed(Dialect dialect, String namespace, Duration maxTransaction) {
        this.dialect = dialect;
        this.namespace = namespace;
        this.maxTransactionNanos = maxTransaction.toNanos();
        this.dirty = new DirtyReads(dialect, maxTransaction);
    }

    @Override
    public void start(Connection connection) throws SQLException {
        DirtyReads.Present present = dirty.present(connection, LIMIT / 2);
        holes.clear();
        cursor = present.head();
        present.missing().forEach(this::remember);
    }

    @Override
    public Reading read(Connection connection) throws SQLException {
        List<InvalidationRow> rows = new ArrayList<>();
        List<Long> found = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(sql())) {
            query.setLong(1, cursor);
            try (ResultSet row = query.executeQuery()) {
                read(row, rows, found);
            }
        }
        if (head < cursor) {
            return Reading.lost(FlushReason.RESTORED);
        }
        if (purged > cursor || found.size() > LIMIT) {
            return Reading.lost(FlushReason.BEHIND);
        }
        NavigableSet<Long> old = oldHoles(found);
        Set<Long> open = old.isEmpty() ? Set.of() : dirty.among(connection, old);
        // From here on nothing can fail, because what is counted as read has to be handed out.
        if (!advance(found)) {
            return Reading.lost(FlushReason.HOLES);
        }
        if (!giveUp(old, open)) {
            return Reading.lost(FlushReason.PURGED);
        }
        return new Reading(rows, null);
    }

    private String sql() {
        String rows = "select ns, " + InvalidationRow.columns(dialect) + " from ob_inval where ";
        String looked = holes.isEmpty() ? "" : " union all " + rows + dialect.among("seq", holes.keySet());
        return "select t.head, t.purged, i.* from (" + HEAD + ") t left join ((" + rows + "seq > ? order by seq limit "
                + (LIMIT + 1) + ")" + looked + ") i on true";
    }

    private void read(ResultSet row, List<InvalidationRow> rows, List<Long> found) throws SQLException {
        while (row.next()) {
            purged = row.getLong("purged");
            head = Math.max(row.getLong("head"), purged);
            if (row.getObject("seq") != null) {
                found.add(row.getLong("seq"));
                if (namespace.equals(row.getString("ns"))) {
                    rows.add(InvalidationRow.read(dialect, row));
                }
            }
        }
    }

    /** Fills holes and notes new ones; returns false if there are too many. */
    private boolean advance(List<Long> found) {
        for (long seq : new TreeSet<>(found)) {
            if (seq > cursor) {
                if (seq - cursor - 1 > LIMIT - holes.size()) {
                    return false;
                }
                for (long missing = cursor + 1; missing < seq; missing++) {
                    remember(missing);
                }
                cursor = seq;
            } else {
                holes.remove(seq);
            }
        }
        return true;
    }

    private NavigableSet<Long> oldHoles(List<Long> found) {
        long now = System.nanoTime();
        NavigableSet<Long> old = new TreeSet<>();
        holes.forEach((hole, time) -> {
            if (now - time > maxTransactionNanos || hole <= purged) {
                old.add(hole);
            }
        });
        found.forEach(old::remove);
        return old;
    }

    /** Returns false if a row was purged before it was seen, because its transaction was open for longer than rows are kept. */
    private boolean giveUp(NavigableSet<Long> old, Set<Long> open) {
        boolean complete = true;
        for (long hole : old) {
            if (open.contains(hole)) {
                remember(hole);
            } else {
                complete &= hole > purged;
                holes.remove(hole);
            }
        }
        return complete;
    }

    private void remember(long seq) {
        holes.put(seq, System.nanoTime());
    }

    @Override
    public FeedPosition position() {
        return new SeqPosition(cursor, new TreeSet<>(holes.keySet()));
    }

    @Override
    public int holes() {
        return holes.size();
    }
}
