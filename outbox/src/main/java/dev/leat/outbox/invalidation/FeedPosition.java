package dev.leat.outbox.invalidation;

/** The position up to which a node has applied what was committed. Travels as text in {@code ob_node.reached}. */
public interface FeedPosition {

    /** Whether everything that the commit has written was applied. */
    boolean covers(CommitNumbers commit);

    String text();

    /** Before the first look at the database. */
    FeedPosition NOWHERE = new FeedPosition() {
        @Override
        public boolean covers(CommitNumbers commit) {
            return false;
        }

        @Override
        public String text() {
            return "";
        }
    };

    /** @throws IllegalArgumentException if the text is not a position */
    static FeedPosition parse(String text) {
        if (text.isEmpty()) {
            return NOWHERE;
        }
        return text.startsWith(SeqPosition.PREFIX) ? SeqPosition.parse(text) : SnapshotPosition.parse(text);
    }
}
