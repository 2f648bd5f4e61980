package dev.leat.outbox.relay;

import dev.leat.outbox.sql.ShardRows.Waiting;
import dev.leat.outbox.sql.StoredRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Selects a batch from the rows of a shard, which are offered in the order of their seqs. */
final class BatchSelector {

    private final int limit;
    private final long bytesLimit;
    private final boolean ordered;
    private final Map<String, Long> dead;
    private final Set<String> blocked = new HashSet<>();
    private final List<StoredRow> picked = new ArrayList<>();
    private long bytes;
    private boolean full;

    /** @param dead for each key that is blocked by a dead row, that row */
    BatchSelector(int limit, long bytesLimit, boolean ordered, Map<String, Long> dead) {
        this.limit = limit;
        this.bytesLimit = bytesLimit;
        this.ordered = ordered;
        this.dead = dead;
    }

    void show(List<Waiting> rows) {
        for (Waiting waiting : rows) {
            if (full) {
                return;
            }
            show(waiting);
        }
    }

    private void show(Waiting waiting) {
        StoredRow row = waiting.row();
        if (!waiting.due()) {
            if (ordered && row.key() != null) {
                blocked.add(row.key());
            }
        } else if (!isBlocked(row)) {
            pick(row, waiting.suspect());
        }
    }

    private boolean isBlocked(StoredRow row) {
        if (!ordered || row.key() == null) {
            return false;
        }
        Long first = dead.get(row.key());
        return blocked.contains(row.key()) || (first != null && first < row.seq());
    }

    /** A suspect goes alone: if it ends its worker again, it is the only one to pay for it. */
    private void pick(StoredRow row, boolean suspect) {
        long size = row.payload() == null ? 0 : row.payload().length;
        if (!picked.isEmpty() && (suspect || bytes + size > bytesLimit)) {
            full = true;
            return;
        }
        picked.add(row);
        bytes += size;
        full = suspect || picked.size() >= limit;
    }

    /** Whether no further row would change the choice. */
    boolean isFull() {
        return full;
    }

    List<StoredRow> picked() {
        return picked;
    }
}
