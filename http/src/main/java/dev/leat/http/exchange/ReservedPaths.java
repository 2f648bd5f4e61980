package dev.leat.http.exchange;

import dev.leat.api.StreamPath;

/** Paths of streams that clients cannot write: the protocol's own, and those that the engine appends to. */
public final class ReservedPaths {

    /** Paths that begin with this segment belong to the protocol itself. */
    public static final String PROTOCOL = "__ds";

    /** Below this there is a stream for each queue that tells how its consumers come and go. */
    public static final String PRESENCE = "$presence";

    private ReservedPaths() {}

    public static boolean isProtocol(StreamPath path) {
        return isBelow(path, PROTOCOL);
    }

    /** Whether clients may read it, but only the engine appends. */
    public static boolean isReadOnly(StreamPath path) {
        return isBelow(path, PRESENCE);
    }

    private static boolean isBelow(StreamPath path, String root) {
        String value = path.value();
        return value.startsWith(root) && (value.length() == root.length() || value.charAt(root.length()) == '/');
    }

    /** Ends a request that would write what clients cannot. */
    public static void requireWritable(StreamPath path) {
        if (isProtocol(path) || isReadOnly(path)) {
            throw new ProblemException(
                    Problem.of(403, "path-reserved", "only the server itself writes the stream at " + path));
        }
    }
}
