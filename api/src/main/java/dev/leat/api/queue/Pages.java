package dev.leat.api.queue;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Goes through a listing, and asks for the next page when it gets there. */
final class Pages<K, T> implements Iterator<T> {
    private final Function<@Nullable K, Page<K, T>> ask;
    private Iterator<T> page = Collections.emptyIterator();
    private @Nullable K next;
    private boolean last;

    /** @param next what the next page is asked for with; null if there is none */
    record Page<K, T>(List<T> entries, @Nullable K next) {}

    Pages(Function<@Nullable K, Page<K, T>> ask) {
        this.ask = ask;
    }

    @Override
    public boolean hasNext() {
        while (!page.hasNext() && !last) {
            Page<K, T> found = ask.apply(next);
            page = found.entries().iterator();
            next = found.next();
            last = next == null;
        }
        return page.hasNext();
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("that was all");
        }
        return page.next();
    }
}
