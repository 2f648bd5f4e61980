package dev.leat.outbox.tail;

/** Up to where a node has applied what was committed. Travels as text in {@code ob_node.reached}. */
interface Position {

    /** Whether everything that the commit has written was applied. */
    boolean covers(Commit commit);

    String text();

    /** Before the first look at the database. */
    Position NOWHERE = new Position() {
        @Override
        public boolean covers(Commit commit) {
            return false;
        }

        @Override
        public String text() {
            return "";
        }
    };

    /** @throws IllegalArgumentException if the text is not a position */
    static Position parse(String text) {
        if (text.isEmpty()) {
            return NOWHERE;
        }
        return text.startsWith(SeqPosition.PREFIX) ? SeqPosition.parse(text) : Snapshot.parse(text);
    }
}
