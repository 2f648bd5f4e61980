package dev.leat.api.stream;

import java.util.Iterator;
import java.util.List;

/**
 * The values that one read found.
 *
 * @param next where to read on
 * @param upToDate whether these reach the tail as of the read
 * @param closed whether nothing can come after these
 */
public record TypedMessages<T>(List<StreamValue<T>> list, Offset next, boolean upToDate, boolean closed)
        implements Iterable<StreamValue<T>> {

    public TypedMessages {
        list = List.copyOf(list);
    }

    @Override
    public Iterator<StreamValue<T>> iterator() {
        return list.iterator();
    }
}
