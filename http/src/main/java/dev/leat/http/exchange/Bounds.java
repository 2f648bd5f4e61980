package dev.leat.http.exchange;

import java.time.Duration;

/**
 * What one client may ask of the server.
 *
 * @param bodyBytes the longest request body
 * @param allBodiesBytes how much of bodies may be received at once, of all clients together
 * @param headerBytes the longest header block; a request line may be as long
 * @param connections how many there may be at once
 * @param idle how long a connection may stay without a request; also how long a request's head may take
 * @param body how long a request's body may take
 * @param stalled how long a client may leave an answer unread before its connection is cut
 */
public record Bounds(
        int bodyBytes,
        long allBodiesBytes,
        int headerBytes,
        int connections,
        Duration idle,
        Duration body,
        Duration stalled) {

    public static final long QUARTER_OF_HEAP =
            Math.max(64L << 20, Runtime.getRuntime().maxMemory() / 4);

    public static Bounds defaults() {
        return new Bounds(
                16 << 20,
                QUARTER_OF_HEAP,
                16 << 10,
                50_000,
                Duration.ofSeconds(75),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30));
    }
}
