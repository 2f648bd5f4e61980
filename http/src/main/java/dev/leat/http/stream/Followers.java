package dev.leat.http.stream;

/**
 * How many follow streams right now.
 *
 * @param cut how many connections were ended so far because the client did not read
 */
public record Followers(int sse, int longPoll, long cut) {}
