package dev.leat.engine.stream;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Part;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.engine.archive.RunIndex;
import dev.leat.engine.stream.HotTail.Chunk;
import dev.leat.storage.CorruptionException;
import dev.leat.storage.StorageException;
import dev.leat.storage.archive.Archive;
import dev.leat.storage.archive.Region;
import dev.leat.storage.archive.Run;
import dev.leat.storage.archive.SegmentGoneException;
import dev.leat.storage.store.Store;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the bytes of a stream: in memory if they are new, else in the archive; in the stream's own chunks and runs, or, for
 * what a fork inherited, in its source's. Runs on the reader's thread and never asks a shard.
 *
 * <p>Bytes are found a piece at a time: what one place has (the hot tail, the archive, a stream of the chain of forks). A read
 * that began in memory does not go on to the disk; the reader comes again. A read that has found bytes ends before the first run
 * that cannot be opened, which is reported if it is damaged; only a read that begins there fails.
 */
final class StreamReader {
    private final Archive archive;
    private final RunIndex runs;
    private final StreamCatalog catalog;
    private final ReadFailureListener failures;

    StreamReader(Archive archive, Store store, StreamCatalog catalog, ReadFailureListener failures) {
        this.archive = archive;
        this.runs = new RunIndex(store);
        this.catalog = catalog;
        this.failures = failures;
    }

    /** Where to look: a stream whose own bytes hold the position, and how far they may be used. */
    private record Place(StreamState owner, long position, long limit) {}

    /** Returns whether the answer is in memory, so that no thread has to wait for the disk. */
    boolean isAtHand(StreamState stream, long from) {
        long tail = StreamState.tailOf(stream.published());
        if (from >= tail) {
            return true;
        }
        StreamState owner = place(stream, from, tail).owner();
        Chunk[] chunks = owner.hot.chunks();
        return chunks.length > 0 && chunks[0].start() <= from;
    }

    Slice read(StreamState stream, long wanted, int maxBytes) {
        long published = stream.published();
        long tail = StreamState.tailOf(published);
        boolean closed = StreamState.closedOf(published);
        if (wanted >= tail) {
            return slice(stream, tail, tail, tail, closed, List.of(), () -> new int[0], () -> {});
        }
        boolean atHand = isAtHand(stream, wanted);
        Slice found = piece(stream, wanted, tail, closed, maxBytes);
        try {
            while (found.next().position() < tail && found.length() < maxBytes) {
                long next = found.next().position();
                if (atHand && !isAtHand(stream, next)) {
                    break;
                }
                Slice more = nextPiece(stream, next, tail, closed, (int) (maxBytes - found.length()));
                if (more == null) {
                    break;
                }
                if (found.length() + more.length() > maxBytes) {
                    more.close();
                    break;
                }
                found = joined(found, more);
            }
            return found;
        } catch (RuntimeException e) {
            found.close();
            throw e;
        }
    }

    private static Slice joined(Slice first, Slice second) {
        List<Part> parts = new ArrayList<>(first.parts());
        parts.addAll(second.parts());
        int shift = (int) first.length();
        return new Slice(
                first.path(),
                first.incarnation(),
                first.contentType(),
                first.from(),
                second.next(),
                second.upToDate(),
                second.closed(),
                parts,
                () -> joined(List.of(
                        first.ends().get(),
                        Arrays.stream(second.ends().get())
                                .map(end -> end + shift)
                                .toArray())),
                () -> {
                    first.close();
                    second.close();
                });
    }

    /** What one place has. */
    private Slice piece(StreamState stream, long wanted, long tail, boolean closed, int maxBytes) {
        while (true) {
            try {
                Place place = place(stream, wanted, tail);
                Slice found = hot(stream, place, tail, closed, maxBytes);
                return found != null ? found : cold(stream, place, tail, closed, maxBytes);
            } catch (SegmentGoneException moved) {
                // the run was rewritten elsewhere between looking it up and opening it
            }
        }
    }

    /** Returns what the place behind a piece has; null if it cannot be read, so that the read ends before it. */
    private @Nullable Slice nextPiece(StreamState stream, long wanted, long tail, boolean closed, int maxBytes) {
        try {
            return piece(stream, wanted, tail, closed, maxBytes);
        } catch (StorageException e) {
            return null; // damage has been reported; the read that begins here tells its caller
        }
    }

    private Place place(StreamState stream, long position, long limit) {
        StreamState owner = stream;
        long end = limit;
        while (owner.origin != null && position < owner.origin.position()) {
            end = Math.min(end, owner.origin.position());
            StreamState source = catalog.source(owner.origin.source());
            if (source == null && isGone(stream)) {
                throw new StreamRemovedException();
            }
            if (source == null) {
                throw new StorageException("the source of the fork " + owner.path + " is missing; run `leat doctor`");
            }
            owner = source;
        }
        return new Place(owner, position, end);
    }

    private long floor(Run run, long position) {
        if (position == run.start()) {
            return position;
        }
        int[] ends = endsOf(run);
        int before = ended(ends, position - run.start());
        return before == 0 ? run.start() : run.start() + ends[before - 1];
    }

    /** How many messages end at or before a place. */
    private static int ended(int[] ends, long place) {
        int found = Arrays.binarySearch(ends, (int) Math.min(place, Integer.MAX_VALUE));
        return found >= 0 ? found + 1 : -found - 1;
    }

    private @Nullable Slice hot(StreamState stream, Place place, long tail, boolean closed, int maxBytes) {
        Chunk[] chunks = place.owner.hot.chunks();
        int first = covering(chunks, place.position);
        if (first < 0) {
            return null;
        }
        long from = chunks[first].floor(place.position);
        long end = from;
        List<Part> parts = new ArrayList<>();
        List<int[]> ends = new ArrayList<>();
        for (int i = first; i < chunks.length && end < place.limit && end - from < maxBytes; i++) {
            Chunk chunk = chunks[i];
            if (chunk.start() > end) {
                break; // the chunk before has more, but only a part of its next message was inherited
            }
            long stop = chunk.endWithin(end, Math.min(place.limit, from + maxBytes));
            if (i > first && stop - from > maxBytes) {
                break;
            }
            stop = Math.min(stop, place.limit); // a fork may have inherited only the first bytes of a message
            parts.add(new Part.Bytes(chunk.bytes(end, stop)));
            ends.add(relative(chunk.ends(end, stop), chunk.start() - from, stop - from));
            end = stop;
        }
        return slice(stream, from, end, tail, closed, parts, () -> joined(ends), () -> {});
    }

    private static int covering(Chunk[] chunks, long position) {
        if (chunks.length == 0 || chunks[0].start() > position) {
            return -1;
        }
        int i = chunks.length - 1;
        while (chunks[i].start() > position) {
            i--;
        }
        return i;
    }

    private Slice cold(StreamState stream, Place place, long tail, boolean closed, int maxBytes) {
        List<Run> found = runs.from(place.owner.id, place.position, maxBytes);
        if (found.isEmpty()) {
            if (isGone(stream) || isGone(place.owner)) {
                throw new StreamRemovedException();
            }
            throw new StorageException("the archive has no bytes of " + place.owner.path + " at " + place.position
                    + "; run `leat doctor` on the data directory");
        }
        long from = floor(found.get(0), place.position);
        List<Region> regions = new ArrayList<>();
        try {
            long end = open(found, from, place.limit, maxBytes, regions);
            List<Run> used = found.subList(0, regions.size());
            List<Part> parts = new ArrayList<>(regions.size());
            for (int i = 0; i < regions.size(); i++) {
                parts.add(part(used.get(i), regions.get(i)));
            }
            return slice(
                    stream,
                    from,
                    end,
                    tail,
                    closed,
                    parts,
                    () -> endsOf(used, regions, from, end),
                    () -> regions.forEach(Region::close));
        } catch (RuntimeException e) {
            regions.forEach(Region::close);
            throw e;
        }
    }

    private static boolean isGone(StreamState stream) {
        return stream.visibility() == StreamState.Visibility.GONE;
    }

    /**
     * Opens runs until there is enough, or up to the first that cannot be opened. Returns where the last of them ends.
     *
     * @throws StorageException if the first run cannot be opened
     */
    private long open(List<Run> found, long from, long limit, int maxBytes, List<Region> into) {
        long end = from;
        for (Run run : found) {
            if (end >= limit || end - from >= maxBytes) {
                break;
            }
            long stop = Math.min(run.end(), limit);
            if (stop - from > maxBytes) {
                if (!into.isEmpty()) {
                    break;
                }
                stop = Math.min(endWithin(run, from, from + maxBytes), limit);
            }
            try {
                into.add(region(run, end, stop));
            } catch (StorageException e) {
                if (into.isEmpty()) {
                    throw e;
                }
                break; // the read that begins here tells its caller
            }
            end = stop;
        }
        return end;
    }

    private Region region(Run run, long from, long to) {
        try {
            return archive.open(run, from, to);
        } catch (CorruptionException e) {
            failures.damaged(run, e);
            throw e;
        }
    }

    private int[] endsOf(Run run) {
        try {
            return archive.ends(run);
        } catch (CorruptionException e) {
            failures.damaged(run, e);
            throw e;
        }
    }

    private long endWithin(Run run, long from, long limit) {
        int[] ends = endsOf(run);
        int first = ended(ends, from - run.start());
        int last = ended(ends, limit - run.start());
        return run.start() + (last > first ? ends[last - 1] : ends[first]);
    }

    /** Reads the ends from the regions, which outlive their segments. Called by the holder of the slice, so failures become rejections. */
    private int[] endsOf(List<Run> used, List<Region> regions, long from, long end) {
        List<int[]> collected = new ArrayList<>();
        for (int i = 0; i < used.size(); i++) {
            Run run = used.get(i);
            int[] ends = endsOf(run, regions.get(i));
            int first = ended(ends, Math.max(0, from - run.start()));
            long stop = Math.min(end, run.end());
            int last = ended(ends, stop - run.start());
            collected.add(relative(Arrays.copyOfRange(ends, first, last), run.start() - from, stop - from));
        }
        return joined(collected);
    }

    private int[] endsOf(Run run, Region region) {
        try {
            return region.ends();
        } catch (StorageException e) {
            throw RejectedException.of(refused(run, e));
        }
    }

    /** Reports that the holder of a slice, which knows only rejections, could not read a run, and says how to refuse it. */
    private Rejection refused(Run run, StorageException cause) {
        if (cause instanceof CorruptionException) {
            failures.damaged(run, cause);
        }
        failures.failed(cause);
        return ReadFailure.rejection(cause);
    }

    private Part part(Run run, Region region) {
        FileChannel channel = region.channel();
        return channel == null
                ? new Part.Bytes(region.bytes())
                : new Part.FileRange(
                        () -> file(run, region), region.place(), region.length(), new RegionCheck(run, region));
    }

    private FileChannel file(Run run, Region region) {
        try {
            return Objects.requireNonNull(region.channel());
        } catch (StorageException e) {
            throw RejectedException.of(refused(run, e));
        }
    }

    /** Compares and reports for the holder of a slice. */
    private final class RegionCheck implements Part.RangeCheck {
        private final Run run;
        private final Region region;

        RegionCheck(Run run, Region region) {
            this.run = run;
            this.region = region;
        }

        @Override
        public OptionalInt checksum() {
            try {
                return region.checksum();
            } catch (StorageException e) {
                throw RejectedException.of(refused(run, e));
            }
        }

        @Override
        public Rejection damaged(String what) {
            return refused(run, region.damaged(what));
        }
    }

    /** Counts ends from the slice's first byte. A message that a fork inherited only in part ends where the part does. */
    private static int[] relative(int[] ends, long shift, long stop) {
        int last = 0;
        for (int i = 0; i < ends.length; i++) {
            ends[i] = (int) (ends[i] + shift);
            last = ends[i];
        }
        if (last < stop && (ends.length > 0 || stop > 0)) {
            int[] more = Arrays.copyOf(ends, ends.length + 1);
            more[ends.length] = (int) stop;
            return more;
        }
        return ends;
    }

    private static int[] joined(List<int[]> parts) {
        return parts.stream().flatMapToInt(Arrays::stream).toArray();
    }

    private static Slice slice(
            StreamState stream,
            long from,
            long end,
            long tail,
            boolean closed,
            List<Part> parts,
            Supplier<int[]> ends,
            Runnable release) {
        boolean upToDate = end == tail;
        return new Slice(
                stream.path,
                stream.id,
                stream.contentType,
                new Offset(from),
                new Offset(end),
                upToDate,
                upToDate && closed,
                parts,
                ends,
                release);
    }

    /** A stream was removed while it was being read. */
    static final class StreamRemovedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        StreamRemovedException() {
            super("removed while it was being read", null, false, false);
        }
    }
}
