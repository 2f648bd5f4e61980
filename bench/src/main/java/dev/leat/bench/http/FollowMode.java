package dev.leat.bench.http;

/** Ways to follow a stream. */
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
