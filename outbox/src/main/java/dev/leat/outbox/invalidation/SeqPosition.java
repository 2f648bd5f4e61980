package dev.leat.outbox.invalidation;

import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Every row up to a number, except those that were not there yet.
 *
 * @param cursor the highest number that was seen
 * @param holes lower numbers whose transactions may still commit
 */
record SeqPosition(long cursor, NavigableSet<Long> holes) implements FeedPosition {

    static final String PREFIX = "seq:";

    /** Others need not know more holes than this: a position that ends before the rest of them is a true one too. */
    private static final int HOLES_IN_TEXT = 500;

    static SeqPosition parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("not a position: " + text);
        }
        return new SeqPosition(Long.parseLong(parts[1]), numbers(parts[2]));
    }

    static NavigableSet<Long> numbers(String list) {
        NavigableSet<Long> numbers = new TreeSet<>();
        if (!list.isEmpty()) {
            for (String number : list.split(",", -1)) {
                numbers.add(Long.parseLong(number));
            }
        }
        return numbers;
    }

    @Override
    public boolean covers(CommitNumbers commit) {
        return commit.seqs().stream().allMatch(seq -> seq <= cursor && !holes.contains(seq));
    }

    @Override
    public String text() {
        if (holes.size() <= HOLES_IN_TEXT) {
            return text(cursor, holes);
        }
        long end = holes.stream().skip(HOLES_IN_TEXT).findFirst().orElseThrow();
        return text(end - 1, holes.headSet(end));
    }

    private static String text(long cursor, SortedSet<Long> holes) {
        return PREFIX + cursor + ":" + holes.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
