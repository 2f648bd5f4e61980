package dev.leat.engine.replica;

/**
 * Decides which entries of the log count. A library may refuse one entry and take the next, and a leader may lose its term and win it
 * again; what was decided on top of a missing entry must not be applied by any node.
 *
 * <p>So an entry of turns counts only if its reign is the last one that the log began, and its seq is the next of that reign. All others
 * are void. The rule needs nothing but the log: all replicas skip the same entries, the leader that wrote them included.
 */
public final class Reigns {
    private long reign;
    private long nextSeq;

    /** Begins with an empty log. */
    public Reigns() {
        this(0, 1);
    }

    /**
     * Continues with a log whose beginning is applied already.
     *
     * @param reign the last reign that was begun; 0 for none
     * @param nextSeq the seq that its next entry has
     */
    public Reigns(long reign, long nextSeq) {
        this.reign = reign;
        this.nextSeq = nextSeq;
    }

    /** Takes the next entry of the log, and returns whether it counts. */
    public boolean accepts(long index, Entry entry) {
        return switch (entry) {
            case Entry.Reign begun -> {
                reign = index;
                nextSeq = 1;
                yield true;
            }
            case Entry.Turns turns -> {
                boolean counts = turns.reign() == reign && turns.seq() == nextSeq;
                nextSeq += counts ? 1 : 0;
                yield counts;
            }
        };
    }

    /** Returns the last reign that was begun; 0 if there was none. */
    public long reign() {
        return reign;
    }

    /** Returns the seq of the next entry that counts. */
    public long nextSeq() {
        return nextSeq;
    }
}
