package dev.leat.http.access;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Access by bearer tokens: API keys and JWTs. Work that blocks runs on one background thread. */
final class BearerAccess implements Access {
    private static final Logger LOG = LoggerFactory.getLogger(BearerAccess.class);
    private static final long POLL_SECONDS = 5;

    private static final String NOT_BEARER = "credentials must be a bearer token";
    private static final String UNKNOWN_KEY = "the API key is not known";
    private static final String NO_TOKENS = "the token is not an API key";

    private final @Nullable WatchedFile<KeyRing> keys;
    private final @Nullable TokenVerifier tokens;
    private final List<Runnable> chores = new ArrayList<>();
    private final List<Runnable> closings = new ArrayList<>();
    private final ScheduledThreadPoolExecutor background;
    private final ScheduledFuture<?> polling;

    BearerAccess(AccessSettings settings, InstantSource clock) {
        keys = settings.keyFile() == null
                ? null
                : watched(new WatchedFile<>(
                        "the file of API keys", settings.keyFile(), content -> new KeyRing(KeyFile.parse(content))));
        tokens = settings.acceptsTokens()
                ? new TokenVerifier(
                        source(settings, clock), new TokenRules(settings.issuer(), settings.audience()), clock)
                : null;
        background = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("leat-access").factory());
        polling = background.scheduleWithFixedDelay(this::poll, 0, POLL_SECONDS, TimeUnit.SECONDS);
    }

    private TokenKeySource source(AccessSettings settings, InstantSource clock) {
        if (settings.jwksUrl() != null) {
            JwksUrl url = new JwksUrl(settings.jwksUrl(), clock);
            chores.add(url::tick);
            closings.add(url::close);
            return url;
        }
        WatchedFile<TokenKeys> file = watched(
                settings.jwksFile() != null
                        ? new WatchedFile<>("the JWKS file", settings.jwksFile(), TokenKeys::ofJwks)
                        : new WatchedFile<>(
                                "the secret file", Objects.requireNonNull(settings.secretFile()), TokenKeys::ofSecret));
        return file::value;
    }

    private <T> WatchedFile<T> watched(WatchedFile<T> file) {
        chores.add(file::poll);
        return file;
    }

    /** Reads changed files and fetches keys that are due. */
    void poll() {
        for (Runnable chore : chores) {
            try {
                chore.run();
            } catch (RuntimeException e) {
                LOG.error("could not look for new keys", e); // a scheduled task that throws would not run again
            }
        }
    }

    @Override
    public CompletableFuture<Caller> authenticate(@Nullable String authorization) {
        if (authorization == null || authorization.isEmpty()) {
            return AccessDenied.missing().answer();
        }
        int start = Bearer.tokenStart(authorization);
        if (start < 0) {
            return new AccessDenied(NOT_BEARER).answer();
        }
        byte[] hash = TokenHash.of(authorization, start);
        if (authorization.startsWith(ApiKey.PREFIX, start)) {
            KnownCaller caller = keys == null ? null : keys.value().find(hash);
            return caller == null ? new AccessDenied(UNKNOWN_KEY).answer() : caller.answer();
        }
        return tokens == null ? new AccessDenied(NO_TOKENS).answer() : tokens.authenticate(authorization, start, hash);
    }

    @Override
    public void close() {
        polling.cancel(true);
        background.shutdownNow();
        closings.forEach(Runnable::run);
    }
}
