package dev.leat.http.subscription;

import java.time.Duration;

/**
 * Settings of webhook calls. Start from {@link #defaults} and change what matters.
 *
 * @param allowLoopback whether webhooks may be on this machine, and then without TLS; always so if the server itself
 *     listens on loopback alone
 * @param allowPrivate whether webhooks may be in private networks, and there without TLS
 * @param concurrency how many requests may be on their way at once
 * @param perHost how many of them to the same host; others wait
 * @param connect how long making a connection may take
 * @param total how long a request may take, answer included
 * @param answerBytes how much of an answer is read
 * @param tokenLife how long a worker can use the token of a wake, as long as it keeps its lease alive
 */
public record WebhookSettings(
        boolean allowLoopback,
        boolean allowPrivate,
        int concurrency,
        int perHost,
        Duration connect,
        Duration total,
        int answerBytes,
        Duration tokenLife) {

    public WebhookSettings {
        if (concurrency < 1 || perHost < 1) {
            throw new IllegalArgumentException(
                    "at least one request may be on its way, not " + concurrency + ", " + perHost + " per host");
        }
    }

    public static WebhookSettings defaults() {
        return new WebhookSettings(
                false, false, 64, 8, Duration.ofSeconds(5), Duration.ofSeconds(30), 64 << 10, Duration.ofHours(24));
    }

    public WebhookSettings allowingLoopback() {
        return new WebhookSettings(true, allowPrivate, concurrency, perHost, connect, total, answerBytes, tokenLife);
    }

    public WebhookSettings allowingPrivate() {
        return new WebhookSettings(true, true, concurrency, perHost, connect, total, answerBytes, tokenLife);
    }

    public WebhookSettings withConcurrency(int overall, int toOneHost) {
        return new WebhookSettings(
                allowLoopback, allowPrivate, overall, toOneHost, connect, total, answerBytes, tokenLife);
    }

    public WebhookSettings withTimeouts(Duration connecting, Duration everything) {
        return new WebhookSettings(
                allowLoopback, allowPrivate, concurrency, perHost, connecting, everything, answerBytes, tokenLife);
    }
}
