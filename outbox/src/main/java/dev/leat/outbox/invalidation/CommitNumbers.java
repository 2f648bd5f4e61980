package dev.leat.outbox.invalidation;

import java.util.List;

/**
 * The numbers of a commit that are compared with positions.
 *
 * @param xid the transaction's number where there is one, else 0
 * @param seqs of its invalidations where transactions have no number
 */
public record CommitNumbers(long xid, List<Long> seqs) {}
