package dev.leat.http.exchange;

import io.netty.util.internal.PlatformDependent;
import java.time.Duration;

/**
 * Limits on what clients can use of the server.
 *
 * @param bodyBytes the longest request body
 * @param allBodiesBytes how much of bodies may be in memory until they are answered, of all clients together; none is
 *     longer
 * @param unsentBytes how much of answers may wait in memory for clients to take it, of all clients together; beyond it
 *     those furthest behind are cut
 * @param headerBytes the longest header block; a request line may be as long
 * @param connections how many there may be at once
 * @param idle how long a connection may stay without a request; also how long a request's head may take
 * @param body how long a request's body may take
 * @param stalled how long a client may leave an answer unread before its connection is cut
 */
public record Bounds(
        int bodyBytes,
        long allBodiesBytes,
        long unsentBytes,
        int headerBytes,
        int connections,
        Duration idle,
        Duration body,
        Duration stalled) {

    /** A sixth of the heap: beside messages that wait for a checkpoint, which may take a third, there is room for both. */
    public static final long SIXTH_OF_HEAP = Runtime.getRuntime().maxMemory() / 6;

    /** How many connections fit: one that follows a stream takes about 12 KiB, half of it on the heap. */
    public static final int CONNECTIONS =
            (int) Math.min(50_000, Runtime.getRuntime().maxMemory() / (16 << 10));

    /** A quarter of what Java may take outside of its heap for buffers; without a setting of its own that is as much as the heap. */
    public static final long QUARTER_OF_DIRECT_MEMORY = PlatformDependent.maxDirectMemory() / 4;

    public Bounds withConnections(int count) {
        return new Bounds(bodyBytes, allBodiesBytes, unsentBytes, headerBytes, count, idle, body, stalled);
    }

    public static Bounds defaults() {
        return new Bounds(
                16 << 20,
                SIXTH_OF_HEAP,
                QUARTER_OF_DIRECT_MEMORY,
                16 << 10,
                CONNECTIONS,
                Duration.ofSeconds(75),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30));
    }
}
