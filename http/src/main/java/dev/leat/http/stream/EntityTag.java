package dev.leat.http.stream;

import dev.leat.api.spi.Slice;
import org.jspecify.annotations.Nullable;

/** Names the bytes of one answer: which life of the stream, from where to where, and whether that is the end. */
final class EntityTag {

    private EntityTag() {}

    static String of(Slice slice) {
        return '"'
                + Long.toHexString(slice.incarnation())
                + ':'
                + slice.from().position()
                + ':'
                + slice.next().position()
                + (slice.closed() ? ":c\"" : "\"");
    }

    /** Compressed bytes are other bytes. */
    static String compressed(String tag) {
        return tag.substring(0, tag.length() - 1) + ":gz\"";
    }

    /** Whether an If-None-Match names a tag: a list of tags, weak or not, or a star. */
    static boolean matches(@Nullable String condition, String tag) {
        if (condition == null) {
            return false;
        }
        int at = 0;
        while (at < condition.length()) {
            char c = condition.charAt(at);
            if (c == '*') {
                return true;
            }
            if (c != '"') {
                at++;
                continue;
            }
            int end = condition.indexOf('"', at + 1);
            if (end < 0) {
                return false;
            }
            if (end + 1 - at == tag.length() && condition.startsWith(tag, at)) {
                return true;
            }
            at = end + 1;
        }
        return false;
    }
}
