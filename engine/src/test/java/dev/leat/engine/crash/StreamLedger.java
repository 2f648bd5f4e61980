package dev.leat.engine.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the parent knows of one stream, from its creation to its end. */
final class StreamLedger {
    final String path;
    final boolean json;
    final @Nullable StreamLedger source;
    final long base;

    /** By each of its ids; what a fork inherited is in its source's. */
    final Map<Long, Written> writes = new HashMap<>();

    private final Map<Long, Long> seen = new TreeMap<>(); // ids by where a reader saw them
    boolean closeAttempted;
    boolean closed;
    long tail; // the largest one that was answered or found

    StreamLedger(String path, boolean json, @Nullable StreamLedger source, long base) {
        this.path = path;
        this.json = json;
        this.source = source;
        this.base = base;
        this.tail = base;
    }

    record Found(long offset, long id, long next) {}

    Written attempt(Written write) {
        if (write.close) {
            closeAttempted = true;
        }
        if (write.ids.isEmpty()) {
            return write;
        }
        Written again = writes.get(write.ids.get(0));
        if (again != null) {
            if (again.fate == Written.Fate.NOT_THERE) {
                again.fate = Written.Fate.UNKNOWN;
            }
            return again;
        }
        write.ids.forEach(id -> writes.put(id, write));
        return write;
    }

    void answered(Written write, long newTail, boolean duplicate) {
        tail = Math.max(tail, newTail);
        closed |= write.close;
        if (!duplicate && !write.ids.isEmpty()) {
            assertThat(write.fate)
                    .as("%s: %s was carried out twice", path, write)
                    .isEqualTo(Written.Fate.UNKNOWN);
            there(write, newTail - write.length(json));
        } else if (!write.ids.isEmpty()) {
            assertThat(write.fate).as("%s: %s is a duplicate", path, write).isEqualTo(Written.Fate.THERE);
        }
    }

    static void refused(Written write) {
        if (write.fate == Written.Fate.UNKNOWN) {
            write.fate = Written.Fate.NOT_THERE;
        }
    }

    private static void there(Written write, long start) {
        write.fate = Written.Fate.THERE;
        write.start = start;
    }

    void saw(long offset, long id) {
        Long before = seen.put(offset, id);
        assertThat(before == null || before == id)
                .as("%s: readers saw two messages at %s", path, offset)
                .isTrue();
    }

    /** The producer's last append, for each producer. */
    List<Plan.Last> producers() {
        Map<String, Written> last = new TreeMap<>();
        for (Written write : writes.values()) {
            if (write.producer != null && write.fate == Written.Fate.THERE && write.isAfter(last.get(write.producer))) {
                last.put(write.producer, write);
            }
        }
        List<Plan.Last> result = new ArrayList<>();
        last.forEach((producer, write) -> result.add(new Plan.Last(path, producer, write.epoch, write.seq)));
        return result;
    }

    // ---- after a restart

    /** Compares what was found with what is known, and learns from it what became of the unanswered. */
    void check(List<Found> found, long foundTail, boolean foundClosed) {
        checkUnbroken(found, foundTail);
        checkSeen(found);
        if (foundClosed != closed) {
            assertThat(foundClosed && closeAttempted)
                    .as("%s is %s, which nobody asked for", path, foundClosed ? "closed" : "open")
                    .isTrue();
            closed = foundClosed;
        }
        assertThat(foundTail).as("the tail of %s", path).isGreaterThanOrEqualTo(tail);
        assertThat(foundTail - base).as("the bytes of %s", path).isLessThanOrEqualTo(Child.STREAM_LIMIT);
        tail = foundTail;
        Map<Long, Found> byId = new HashMap<>();
        for (Found message : found) {
            assertThat(byId.put(message.id, message))
                    .as("%s has message %x twice", path, message.id)
                    .isNull();
        }
        for (StreamLedger owner = this; owner != null; owner = owner.source) {
            owner.checkWrites(byId, owner == this ? Long.MAX_VALUE : inheritedFrom(owner), path);
        }
        assertThat(byId).as("%s holds messages that nobody wrote into it", path).isEmpty();
    }

    private long inheritedFrom(StreamLedger owner) {
        long position = Long.MAX_VALUE;
        for (StreamLedger fork = this; fork != owner && fork != null; fork = fork.source) {
            position = Math.min(position, fork.base);
        }
        return position;
    }

    private void checkUnbroken(List<Found> found, long foundTail) {
        long at = 0;
        for (Found message : found) {
            assertThat(message.offset).as("the next offset of %s", path).isEqualTo(at);
            assertThat(message.next - message.offset)
                    .as("the length of message %x", message.id)
                    .isEqualTo(Content.wireLength(message.id, json));
            at = message.next;
        }
        assertThat(at).as("the end of %s", path).isEqualTo(foundTail);
    }

    private void checkSeen(List<Found> found) {
        Map<Long, Long> byOffset = new HashMap<>();
        found.forEach(message -> byOffset.put(message.offset, message.id));
        seen.forEach((offset, id) -> assertThat(byOffset.get(offset))
                .as("what a reader saw at %s of %s", offset, path)
                .isEqualTo(id));
    }

    /** Everything of an append or nothing, at its place; takes what it accounts for out of the map. */
    private void checkWrites(Map<Long, Found> byId, long before, String where) {
        for (Written write : new LinkedHashSet<>(writes.values())) {
            Found first = byId.get(write.ids.get(0));
            if (first != null) {
                take(write, first, byId, where);
            } else if (write.fate == Written.Fate.THERE && write.start < before) {
                throw new AssertionError("%s lost %s of %s".formatted(where, write, path));
            } else if (write.fate == Written.Fate.UNKNOWN && before == Long.MAX_VALUE) {
                write.fate = Written.Fate.NOT_THERE;
            }
        }
    }

    private void take(Written write, Found first, Map<Long, Found> byId, String where) {
        assertThat(write.fate)
                .as("%s has an append that was refused: %s", where, write)
                .isNotEqualTo(Written.Fate.NOT_THERE);
        long at = first.offset;
        for (long id : write.ids) {
            Found message = byId.remove(id);
            assertThat(message).as("message %x of %s in %s", id, write, where).isNotNull();
            assertThat(message.offset)
                    .as("where %x of %s is in %s", id, write, where)
                    .isEqualTo(at);
            at = message.next;
        }
        if (write.fate == Written.Fate.THERE) {
            assertThat(first.offset).as("where %s is in %s", write, where).isEqualTo(write.start);
        }
        there(write, first.offset);
    }
}
