package dev.leat.http.access;

import dev.leat.http.access.NameRanges.Range;
import dev.leat.http.access.Scope.Reach;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Collects one page of a list in which a caller sees only the names of its scopes. The list is read range by range, so that the work
 * is bounded by the page and the caller's scopes, and the page, its length and its cursor depend on visible names alone. Runs on one
 * event loop.
 */
public final class VisiblePage<T> {
    private final List<Range> ranges;
    private final String prefix;
    private final int limit;
    private final Function<T, String> nameOf;
    private final BiConsumer<Ask, Consumer<Part<T>>> source;
    private final Consumer<Part<T>> then;
    private final List<T> page = new ArrayList<>();
    private @Nullable String after;
    private int current;
    private boolean isRunning;
    private boolean goesOn;

    /**
     * A question to the list.
     *
     * @param after only names behind this one; null for all
     */
    public record Ask(String prefix, @Nullable String after, int limit) {}

    /** @param more whether there are further ones behind the last */
    public record Part<T>(List<T> found, boolean more) {}

    /**
     * @param wanted the first name, the cursor and the length of the page, as the caller asks for them
     * @param source answers a question on the event loop, with names in their order
     */
    public VisiblePage(
            NameRanges ranges,
            Ask wanted,
            Function<T, String> nameOf,
            BiConsumer<Ask, Consumer<Part<T>>> source,
            Consumer<Part<T>> then) {
        this.ranges = ranges.inOrder();
        this.prefix = wanted.prefix;
        this.after = wanted.after;
        this.limit = wanted.limit;
        this.nameOf = nameOf;
        this.source = source;
        this.then = then;
    }

    /** Asks until the page is full or no range is left, without recursion when the source answers at once. */
    public void collect() {
        goesOn = true;
        if (isRunning) {
            return;
        }
        isRunning = true;
        try {
            while (goesOn) {
                goesOn = false;
                askNext();
            }
        } finally {
            isRunning = false;
        }
    }

    private void askNext() {
        for (; current < ranges.size(); current++) {
            Range range = ranges.get(current);
            String common = common(range);
            if (common != null && !isBehind(range)) {
                int room = Math.max(1, limit - page.size()); // a full page asks whether one more is there
                source.accept(new Ask(common, after, room), part -> take(range, part));
                return;
            }
        }
        then.accept(new Part<>(page, false));
    }

    /** What names of the range begin with that the caller asked for; null if there are none. */
    private @Nullable String common(Range range) {
        if (range.name().startsWith(prefix)) {
            return range.name();
        }
        return range.reach() != Reach.EXACTLY && prefix.startsWith(range.name()) ? prefix : null;
    }

    /** Whether no name of the range comes after the cursor. */
    private boolean isBehind(Range range) {
        if (after == null || after.compareTo(range.name()) < 0) {
            return false;
        }
        return range.reach() == Reach.EXACTLY || !after.startsWith(range.name());
    }

    private void take(Range range, Part<T> part) {
        boolean isOne = range.reach() == Reach.EXACTLY; // longer names may have been found instead of it
        for (T found : part.found) {
            String name = nameOf.apply(found);
            boolean isVisible = range.covers(name);
            if (isVisible && page.size() == limit) {
                then.accept(new Part<>(page, true));
                return;
            }
            if (isVisible) {
                page.add(found);
            }
            if (isVisible || !isOne) {
                after = name;
            }
        }
        boolean goesOnHere = part.more && !isOne;
        if (goesOnHere && page.size() == limit) {
            then.accept(new Part<>(page, true));
            return;
        }
        current += goesOnHere ? 0 : 1;
        collect();
    }
}
