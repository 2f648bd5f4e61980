package dev.leat.bench.http;

/** How a stream is followed. */
enum FollowMode {
    SSE("sse"),
    LONG_POLL("long-poll");

    private final String parameter;

    FollowMode(String parameter) {
        this.parameter = parameter;
    }

    String query(String offset, String cursor) {
        return "offset=" + offset + "&live=" + parameter + (cursor.isEmpty() ? "" : "&cursor=" + cursor);
    }
}
