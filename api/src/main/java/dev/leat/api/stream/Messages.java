package dev.leat.api.stream;

import dev.leat.api.spi.Slice;
import java.util.Iterator;
import java.util.List;

/**
 * The messages that one read found.
 *
 * @param next where to read on
 * @param upToDate whether these reach the tail as of the read
 * @param closed whether nothing can come after these
 */
public record Messages(List<Message> list, Offset next, boolean upToDate, boolean closed) implements Iterable<Message> {

    static Messages of(Slice slice) {
        try (slice) {
            return new Messages(slice.messages(), slice.next(), slice.upToDate(), slice.closed());
        }
    }

    @Override
    public Iterator<Message> iterator() {
        return list.iterator();
    }
}
