package dev.leat.http.access;

/** What somebody may do who was let in, for requests whose body says what they are about. */
public interface Permit {

    /** Everything. */
    Permit ALL = new Permit() {
        @Override
        public boolean may(Action action, String path) {
            return true;
        }

        @Override
        public void require(Action action, String path) {}
    };

    boolean may(Action action, String path);

    /** Ends the request if it may not go on: throws what the client is to be told, after it was written down. */
    void require(Action action, String path);
}
