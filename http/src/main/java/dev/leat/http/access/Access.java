package dev.leat.http.access;

import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Authentication of requests. */
public interface Access extends AutoCloseable {

    /** Access without credentials, which allows every action: for loopback, and for networks that are protected otherwise. */
    Access OPEN = new Access() {
        private final Caller anybody = new Caller() {
            @Override
            public String name() {
                return "anybody";
            }

            @Override
            public NameRanges ranges(Action action) {
                return NameRanges.ALL;
            }

            @Override
            public boolean isAuthenticated() {
                return false;
            }
        };
        private final CompletableFuture<Caller> answer = CompletableFuture.completedFuture(anybody);

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public CompletableFuture<Caller> authenticate(@Nullable String authorization) {
            return answer;
        }
    };

    /**
     * Returns the access that the settings describe. Files are read at once; a JWKS is fetched in the background, and
     * tokens wait for it.
     *
     * @throws IllegalArgumentException if a file cannot be read or is flawed
     */
    static Access from(AccessSettings settings) {
        return settings.isOpen() ? OPEN : new BearerAccess(settings, InstantSource.system());
    }

    /** Returns whether requests need no credentials. */
    default boolean isOpen() {
        return false;
    }

    /**
     * Authenticates the caller of a request.
     *
     * @param authorization the header of that name
     * @return fails with an {@link AccessDenied} if the credentials are missing or bad; completes at once unless keys
     *     have to be fetched first
     */
    CompletableFuture<Caller> authenticate(@Nullable String authorization);

    /** Stops looking for new keys. */
    @Override
    default void close() {}
}
