package dev.leat.http.access;

import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The API keys that are good now. */
final class KeyRing {
    private final byte[][] hashes;
    private final KnownCaller[] callers;
    private final Equality equality;

    /** Whether two hashes are equal, in a time that does not depend on where they differ. */
    interface Equality {
        boolean test(byte[] one, byte[] other);
    }

    KeyRing(List<ApiKey> keys) {
        this(keys, MessageDigest::isEqual);
    }

    KeyRing(List<ApiKey> keys, Equality equality) {
        this.equality = equality;
        hashes = keys.stream().map(ApiKey::hash).toArray(byte[][]::new);
        callers = keys.stream()
                .map(key -> new KnownCaller("key", key.name(), key.scopes()))
                .toArray(KnownCaller[]::new);
    }

    /** Compares with every key, also after one was found, so that the time tells nothing of which it was. */
    @Nullable
    KnownCaller find(byte[] hash) {
        int found = -1;
        for (int i = 0; i < hashes.length; i++) {
            found = equality.test(hashes[i], hash) ? i : found;
        }
        return found < 0 ? null : callers[found];
    }

    int size() {
        return hashes.length;
    }
}
