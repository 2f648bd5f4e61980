package dev.leat.http.access;

import dev.leat.api.subscription.Glob;
import dev.leat.http.access.Scope.Reach;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The names that a caller may do one thing to, as ranges in the order of names. A question about one name costs no allocation.
 *
 * <p>The ranges of {@link #inOrder} are disjoint and sorted, so that a list can be read range by range without a look at any name
 * outside of them.
 */
public final class NameRanges {

    /** All names. */
    public static final NameRanges ALL = new NameRanges(List.of(new Range(Reach.ALL, "")));

    private final boolean everywhere;
    private final Set<String> exactly;
    private final String[] below;
    private final List<Range> inOrder;

    /**
     * Names that follow each other.
     *
     * @param name the one name for {@link Reach#EXACTLY}; what longer names begin with for {@link Reach#BELOW}; empty for {@link
     *     Reach#ALL}
     */
    record Range(Reach reach, String name) {

        boolean covers(String other) {
            return switch (reach) {
                case ALL -> true;
                case BELOW -> other.length() > name.length() && other.startsWith(name);
                case EXACTLY -> other.equals(name);
            };
        }

        private boolean covers(Range other) {
            return reach == Reach.ALL
                    || (reach == Reach.BELOW && other.reach == Reach.BELOW && other.name.startsWith(name))
                    || (other.reach == Reach.EXACTLY && covers(other.name));
        }
    }

    NameRanges(Collection<Range> ranges) {
        everywhere = ranges.stream().anyMatch(range -> range.reach == Reach.ALL);
        exactly = ranges.stream()
                .filter(range -> range.reach == Reach.EXACTLY)
                .map(Range::name)
                .collect(Collectors.toUnmodifiableSet());
        below = ranges.stream()
                .filter(range -> range.reach == Reach.BELOW)
                .map(Range::name)
                .distinct()
                .toArray(String[]::new);
        inOrder = disjoint(ranges);
    }

    /** A range that covers another begins before it, or at the same name and is the wider one; so the last that was kept is asked. */
    private static List<Range> disjoint(Collection<Range> ranges) {
        List<Range> kept = new ArrayList<>();
        Range widest = null;
        for (Range range : ranges.stream()
                .sorted(Comparator.comparing(Range::name).thenComparing(range -> range.reach == Reach.BELOW))
                .distinct()
                .toList()) {
            if (widest == null || !widest.covers(range)) {
                kept.add(range);
                widest = range.reach == Reach.EXACTLY ? widest : range;
            }
        }
        return List.copyOf(kept);
    }

    /** The ranges, sorted by name, none of which overlaps another. */
    List<Range> inOrder() {
        return inOrder;
    }

    public boolean covers(String name) {
        if (everywhere || exactly.contains(name)) {
            return true;
        }
        for (String prefix : below) {
            if (name.length() > prefix.length() && name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether every path that a pattern can match is covered. Where a pattern has its first star any text can stand, so the
     * folder before it must be covered as a whole; a pattern that ends in {@code /**} matches the path before it, too.
     */
    public boolean coversAll(Glob glob) {
        String pattern = glob.pattern();
        int star = pattern.indexOf('*');
        if (everywhere || star < 0) {
            return covers(pattern);
        }
        int slash = pattern.lastIndexOf('/', star);
        if (slash < 0) {
            return false;
        }
        String folder = pattern.substring(0, slash + 1);
        return Arrays.stream(below).anyMatch(folder::startsWith)
                && (!isAnyDepth(pattern.substring(slash + 1)) || covers(pattern.substring(0, slash)));
    }

    private static boolean isAnyDepth(String segments) {
        return Arrays.stream(segments.split("/")).allMatch("**"::equals);
    }
}
