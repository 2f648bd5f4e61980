package dev.leat.http.access;

import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** Decides who somebody is. */
public interface Access {

    /** Everybody may do everything: for loopback, and for networks that somebody else guards. */
    Access OPEN = new Access() {
        private final Caller anybody = new Caller() {
            @Override
            public String name() {
                return "anybody";
            }

            @Override
            public boolean may(Action action, String path) {
                return true;
            }
        };

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public Future<Caller> authenticate(@Nullable String authorization) {
            return Future.succeededFuture(anybody);
        }
    };

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
    Future<Caller> authenticate(@Nullable String authorization);
}
