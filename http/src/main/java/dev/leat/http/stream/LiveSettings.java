package dev.leat.http.stream;

import java.time.Duration;

/**
 * Settings of live reads.
 *
 * @param longPoll how long a long-poll waits for messages
 * @param sse how long an SSE connection lasts before the client has to come again
 * @param heartbeat how often an idle SSE connection gets a comment, so that proxies keep it open
 * @param queueBytes what may wait for a slow follower; it reads on from the stream when that is sent
 * @param cursorInterval how long cached long-polls may be shared
 */
public record LiveSettings(
        Duration longPoll, Duration sse, Duration heartbeat, int queueBytes, Duration cursorInterval) {

    public static LiveSettings defaults() {
        return new LiveSettings(
                Duration.ofSeconds(25),
                Duration.ofSeconds(60),
                Duration.ofSeconds(15),
                64 << 10,
                Duration.ofSeconds(20));
    }

    public LiveSettings withLongPoll(Duration wait) {
        return new LiveSettings(wait, sse, heartbeat, queueBytes, cursorInterval);
    }
}
