package dev.leat.http.access;

import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Decides who somebody is. */
public interface Access extends AutoCloseable {

    /** Everybody may do everything: for loopback, and for networks that somebody else guards. */
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
     * What the settings ask for. Files are read at once; a JWKS is fetched in the background, and tokens wait for it.
     *
     * @throws IllegalArgumentException if a file cannot be read or is flawed
     */
    static Access from(AccessSettings settings) {
        return settings.isOpen() ? OPEN : new BearerAccess(settings, InstantSource.system());
    }

    /** Whether nobody has to say who they are. */
    default boolean isOpen() {
        return false;
    }

    /**
     * Finds out who sent a request.
     *
     * @param authorization the header of that name
     * @return fails with an {@link AccessDenied} if the credentials are missing or bad; completes at once unless keys have to
     *     be fetched first
     */
    CompletableFuture<Caller> authenticate(@Nullable String authorization);

    /** Stops to look for new keys. */
    @Override
    default void close() {}
}
