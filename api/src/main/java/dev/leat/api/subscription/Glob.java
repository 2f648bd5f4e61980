package dev.leat.api.subscription;

import dev.leat.api.stream.StreamPath;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A pattern for stream paths. A segment {@code *} stands for exactly one segment, {@code **} for any number of them, none
 * included; inside any other segment {@code *} stands for any characters of it. Streams that Leat itself keeps are only meant by
 * patterns that begin as their paths do, with a dollar sign. Matching takes time in proportion to the
 * length of the pattern times that of the path, whatever they are.
 */
public record Glob(String pattern) {

    /** The longest pattern, in bytes of UTF-8. */
    public static final int MAX_BYTES = 1024;

    public Glob {
        if (pattern.length() > MAX_BYTES || pattern.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw new IllegalArgumentException("a pattern has at most " + MAX_BYTES + " bytes");
        }
        if (pattern.codePoints()
                .anyMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE)) {
            throw new IllegalArgumentException("a pattern has no control characters and no halves of surrogate pairs");
        }
        for (String segment : segments(pattern)) {
            if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
                throw new IllegalArgumentException("no path matches a pattern with the segment '" + segment + "'");
            }
            if (segment.contains("**") && !segment.equals("**")) {
                throw new IllegalArgumentException("** stands alone in its segment, not as in '" + segment + "'");
            }
        }
    }

    /** What every path that matches begins with. */
    public String prefix() {
        int star = pattern.indexOf('*');
        if (star < 0) {
            return pattern;
        }
        boolean severalEnding = pattern.startsWith("**", star) && star > 0;
        return pattern.substring(0, severalEnding ? star - 1 : star); // a/** matches a itself
    }

    /** Returns whether a path matches the pattern. */
    public boolean matches(StreamPath path) {
        boolean hidden = path.isKeptByLeat() && !pattern.startsWith("$");
        if (hidden || !path.value().startsWith(prefix())) {
            return false;
        }
        return matches(segments(pattern), segments(path.value()));
    }

    /** The usual walk with one way back: the last {@code **} takes one segment more each time the rest does not fit. */
    private static boolean matches(List<String> pattern, List<String> path) {
        int p = 0;
        int s = 0;
        int several = -1;
        int resume = 0;
        while (s < path.size()) {
            if (p < pattern.size() && pattern.get(p).equals("**")) {
                several = p++;
                resume = s;
            } else if (p < pattern.size() && segmentMatches(pattern.get(p), path.get(s))) {
                p++;
                s++;
            } else if (several >= 0) {
                p = several + 1;
                s = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.size() && pattern.get(p).equals("**")) {
            p++;
        }
        return p == pattern.size();
    }

    private static boolean segmentMatches(String pattern, String text) {
        int p = 0;
        int t = 0;
        int star = -1;
        int resume = 0;
        while (t < text.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                resume = t;
            } else if (p < pattern.length() && pattern.charAt(p) == text.charAt(t)) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }

    private static List<String> segments(String text) {
        return List.of(text.split("/", -1));
    }

    @Override
    public String toString() {
        return pattern;
    }
}
