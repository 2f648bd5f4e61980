package dev.leat.http.access;

import java.security.MessageDigest;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that were found good, so that the next request does without cryptography. A table of fixed size: each token has
 * four places, and the one that would end first makes room. Looking up allocates nothing and takes no lock.
 *
 * <p>An entry counts only as long as the keys are the ones it was verified with.
 */
final class VerifiedTokens {
    private static final int SETS = 4096;
    private static final int PLACES = 4;

    private final AtomicReferenceArray<@Nullable Entry> table = new AtomicReferenceArray<>(SETS * PLACES);

    private record Entry(byte[] hash, KnownCaller caller, TokenKeys keys, long until) {}

    /** @param now in milliseconds */
    @Nullable
    KnownCaller find(byte[] hash, TokenKeys keys, long now) {
        int first = first(hash);
        for (int i = first; i < first + PLACES; i++) {
            Entry entry = table.get(i);
            if (entry != null && MessageDigest.isEqual(entry.hash, hash)) {
                return entry.keys == keys && now < entry.until ? entry.caller : null;
            }
        }
        return null;
    }

    /** @param until when it ends, in milliseconds */
    void add(byte[] hash, KnownCaller caller, TokenKeys keys, long until) {
        table.set(place(hash), new Entry(hash.clone(), caller, keys, until));
    }

    private int place(byte[] hash) {
        int first = first(hash);
        int place = first;
        long soonest = Long.MAX_VALUE;
        for (int i = first; i < first + PLACES; i++) {
            Entry entry = table.get(i);
            if (entry == null || MessageDigest.isEqual(entry.hash, hash)) {
                return i;
            }
            if (entry.until < soonest) {
                soonest = entry.until;
                place = i;
            }
        }
        return place;
    }

    private static int first(byte[] hash) {
        return (((hash[0] & 0xff) << 8) | (hash[1] & 0xff)) % SETS * PLACES;
    }

    int size() {
        int size = 0;
        for (int i = 0; i < table.length(); i++) {
            size += table.get(i) == null ? 0 : 1;
        }
        return size;
    }
}
