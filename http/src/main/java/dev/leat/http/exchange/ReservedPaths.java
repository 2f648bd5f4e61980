package dev.leat.http.exchange;

import dev.leat.api.stream.StreamPath;

/** Paths of streams that clients cannot write: the protocol's own, and those that the engine appends to. */
public final class ReservedPaths {

    /** Paths that begin with this segment belong to the protocol itself. */
    public static final String PROTOCOL = "__ds";

    private ReservedPaths() {}

    public static boolean isProtocol(StreamPath path) {
        return path.value().equals(PROTOCOL) || path.value().startsWith(PROTOCOL + "/");
    }

    /** Returns whether clients may read the stream while only the engine appends to it. */
    public static boolean isReadOnly(StreamPath path) {
        return path.isKeptByLeat();
    }

    /** Throws if clients cannot write the stream. */
    public static void requireWritable(StreamPath path) {
        if (isProtocol(path) || isReadOnly(path)) {
            throw new ProblemException(
                    Problem.of(403, "path-reserved", "only the server itself writes the stream at " + path));
        }
    }
}
