package dev.leat.outbox.invalidation;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The set of transactions that PostgreSQL had finished at one moment, written as it writes them itself: {@code xmin:xmax:xid,xid}.
 *
 * @param xmin the lowest number that was still running
 * @param xmax the first number that was not yet given out
 * @param running the numbers in between that were still running
 */
record SnapshotPosition(long xmin, long xmax, Set<Long> running) implements FeedPosition {

    static SnapshotPosition parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("not a snapshot: " + text);
        }
        return new SnapshotPosition(Long.parseLong(parts[0]), Long.parseLong(parts[1]), SeqPosition.numbers(parts[2]));
    }

    boolean sees(long xid) {
        return xid < xmin || (xid < xmax && !running.contains(xid));
    }

    @Override
    public boolean covers(CommitNumbers commit) {
        return commit.xid() > 0 && sees(commit.xid());
    }

    @Override
    public String text() {
        return xmin + ":" + xmax + ":"
                + new TreeSet<>(running).stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
