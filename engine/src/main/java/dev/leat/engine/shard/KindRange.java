package dev.leat.engine.shard;

/** The kinds of change that one feature owns, both ends included. They are on disk: a range may grow, but never move. */
public record KindRange(int first, int last) {

    public KindRange {
        if (first < 1 || last < first || last > 255) {
            throw new IllegalArgumentException("kinds of change lie between 1 and 255: " + first + " to " + last);
        }
    }
}
