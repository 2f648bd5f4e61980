package dev.leat.http.access;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys that an identity provider publishes. They are fetched in the background: every few minutes, sooner after a
 * failure, and when a token names a key that is not known. Between two fetches there is always a pause, also if
 * requests ask for one.
 */
final class JwksUrl implements TokenKeySource, AutoCloseable {
    static final Duration PAUSE = Duration.ofSeconds(10);
    static final Duration FRESH = Duration.ofMinutes(5);
    /** A provider that cannot be reached for this long cannot take back its keys either, so they are no longer trusted. */
    static final Duration TRUSTED = Duration.ofHours(24);

    private static final Logger LOG = LoggerFactory.getLogger(JwksUrl.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int LONGEST = 1 << 20;

    /** What the last good answer was. */
    private record Fetched(TokenKeys keys, byte[] hash, Instant at) {}

    private final URI url;
    private final InstantSource clock;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private volatile @Nullable Fetched fetched;
    private @Nullable CompletableFuture<Void> underWay;
    private @Nullable Instant asked;
    private @Nullable String failure;

    JwksUrl(URI url, InstantSource clock) {
        this.url = url;
        this.clock = clock;
    }

    @Override
    public @Nullable TokenKeys current() {
        Fetched last = fetched;
        return last == null || isOlder(last.at, TRUSTED) ? null : last.keys;
    }

    @Override
    public synchronized @Nullable CompletionStage<?> refresh() {
        if (underWay != null) {
            return underWay;
        }
        if (asked != null && !isOlder(asked, PAUSE)) {
            return null;
        }
        asked = clock.instant();
        CompletableFuture<Void> done = new CompletableFuture<>();
        underWay = done;
        var unused = fetch().whenComplete((body, thrown) -> finish(done, body, thrown));
        return done;
    }

    /** Fetches if the keys are getting old. */
    void tick() {
        Fetched last = fetched;
        if (last == null || isOlder(last.at, FRESH)) {
            refresh();
        }
    }

    /** A clock that was set back does not keep anything fresh. */
    private boolean isOlder(Instant then, Duration age) {
        return Duration.between(then, clock.instant()).abs().compareTo(age) >= 0;
    }

    private CompletableFuture<byte[]> fetch() {
        HttpRequest request = HttpRequest.newBuilder(url)
                .timeout(TIMEOUT)
                .header("Accept", "application/jwk-set+json, application/json")
                .build();
        CompletableFuture<HttpResponse<byte[]>> call = client.sendAsync(request, answer -> new BoundedBody(LONGEST));
        CompletableFuture.delayedExecutor(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> call.cancel(true)); // the request's own timeout ends when the body begins
        return call.thenApply(JwksUrl::body);
    }

    private static byte[] body(HttpResponse<byte[]> answer) {
        if (answer.statusCode() != 200) {
            throw new CompletionException(new IOException("the answer was " + answer.statusCode()));
        }
        return answer.body();
    }

    private void finish(CompletableFuture<Void> done, byte @Nullable [] body, @Nullable Throwable thrown) {
        try {
            if (body != null) {
                accept(body);
            } else {
                warn(words(thrown));
            }
        } catch (IllegalArgumentException e) {
            warn(String.valueOf(e.getMessage()));
        } finally {
            synchronized (this) {
                underWay = null;
            }
            done.complete(null);
        }
    }

    private void accept(byte[] body) {
        Fetched last = fetched;
        byte[] hash = TokenHash.sha256().digest(body);
        TokenKeys keys = last != null && Arrays.equals(hash, last.hash) ? last.keys : TokenKeys.ofJwks(body);
        boolean same = last != null && keys == last.keys;
        fetched = new Fetched(keys, hash, clock.instant());
        synchronized (this) {
            if (!same || failure != null) {
                LOG.info("fetched the keys for tokens from {}", place());
            }
            failure = null;
        }
    }

    private synchronized void warn(String words) {
        if (!words.equals(failure)) {
            failure = words;
            LOG.warn(
                    "cannot fetch the keys for tokens from {}: {}; {}",
                    place(),
                    words,
                    current() == null ? "tokens are refused until it succeeds" : "those fetched before stay in use");
        }
    }

    private static String words(@Nullable Throwable thrown) {
        Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
        if (cause instanceof CancellationException) {
            return "no answer within " + TIMEOUT.toSeconds() + " seconds";
        }
        return cause == null ? "unknown" : Printable.text(cause.toString(), 200);
    }

    private String place() {
        return url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath(); // a query may hold a secret
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
