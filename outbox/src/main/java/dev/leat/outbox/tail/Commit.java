package dev.leat.outbox.tail;

import java.util.List;

/**
 * A commit, as a position knows it.
 *
 * @param xid the transaction's number where there is one, else 0
 * @param seqs of its invalidations where transactions have no number
 */
record Commit(long xid, List<Long> seqs) {}
