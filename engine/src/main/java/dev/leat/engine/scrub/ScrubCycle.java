package dev.leat.engine.scrub;

import dev.leat.engine.archive.ArchiveRow;
import dev.leat.engine.archive.RunIndex;
import dev.leat.engine.checkpoint.AppliedPosition;
import dev.leat.engine.figures.Damage;
import dev.leat.engine.presence.PresenceRow;
import dev.leat.engine.queue.QueueStoreCheck;
import dev.leat.engine.scrub.ScrubRecord.Position;
import dev.leat.engine.shard.Rows;
import dev.leat.engine.stream.StreamRow;
import dev.leat.engine.subscription.SubscriptionRow;
import dev.leat.storage.CorruptionException;
import dev.leat.storage.OutOfFilesException;
import dev.leat.storage.StorageException;
import dev.leat.storage.archive.Archive;
import dev.leat.storage.archive.Run;
import dev.leat.storage.archive.RunCheck;
import dev.leat.storage.archive.Segment;
import dev.leat.storage.archive.SegmentGoneException;
import dev.leat.storage.store.Store;
import dev.leat.storage.store.StoreTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One pass over everything that is stored, a step at a time. For one thread.
 *
 * <p>The tables of the store come first, each read whole in the order of their numbers: a table that a compaction writes meanwhile has
 * a higher number and was made from blocks that were just compared. Then come the entries of the store, in the order of their keys:
 * each is decoded, and the run that an entry names is compared with its checksums. A run that is joined or rewritten meanwhile is
 * compared by that, and found under a key that may lie behind the position: it is new. So the position alone says what is done, and
 * neither a list of runs nor a snapshot has to be kept between two steps, or between two processes.
 *
 * <p>Damage that an earlier process knew is compared first: it may have been repaired while no engine ran.
 */
final class ScrubCycle {
    /** What one step takes from the store. */
    private static final int STEP_BYTES = 256 << 10;

    private static final int STEP_RUNS = 64;

    /** Failures that may not be damage are given time to pass. */
    private static final int ATTEMPTS = 3;

    private static final byte[] LAST_KEY = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    private static final HexFormat HEX = HexFormat.of();

    private final Archive archive;
    private final Store store;
    private final DamageRegister register;
    private final RunDamage runDamage;
    private final Deque<Damage> known = new ArrayDeque<>();
    private final Deque<Run> runs = new ArrayDeque<>();
    private final long lastTable;
    private Position position;
    private byte @Nullable [] nextKey;
    private @Nullable Run run;
    private @Nullable RunCheck check;
    private boolean inOrder;
    private int attempts;
    private boolean ended;

    /** @param position where to go on */
    ScrubCycle(Archive archive, Store store, DamageRegister register, RunDamage runDamage, Position position) {
        this.archive = archive;
        this.store = store;
        this.register = register;
        this.runDamage = runDamage;
        this.position = position;
        this.lastTable =
                store.tables().stream().mapToLong(StoreTable::number).max().orElse(-1);
    }

    /** What a step came to. */
    sealed interface Step {
        /** @param bytes how many were read */
        record Read(long bytes) implements Step {}

        /**
         * Storage failed in a way that may pass: the same step is to be taken again, later.
         *
         * @param attempt from 1
         */
        record Again(StorageException cause, int attempt) implements Step {}

        /** Everything was compared. */
        record Ended() implements Step {}
    }

    /** Everything before it was compared. */
    Position position() {
        return position;
    }

    /** Compares all damage that is known before it goes on: each is gone if it is sound now. */
    void recheck() {
        known.addAll(register.all());
    }

    /** How many bytes there are to read, about. */
    static long total(Archive archive, Store store) {
        return archive.segments().stream().mapToLong(Segment::length).sum()
                + store.tables().stream().mapToLong(StoreTable::bytes).sum();
    }

    Step next() {
        try {
            Step step = step();
            attempts = 0;
            return step;
        } catch (StorageException e) {
            attempts++;
            check = null;
            return new Step.Again(e, attempts);
        }
    }

    private Step step() {
        if (run != null) {
            return new Step.Read(compare(run));
        }
        if (!known.isEmpty()) {
            return recheck(known.pop());
        }
        if (!runs.isEmpty()) {
            run = runs.pop();
            inOrder = true;
            return new Step.Read(compare(run));
        }
        if (nextKey != null) {
            position = new Position.AtEntry(HEX.formatHex(nextKey));
            nextKey = null;
        }
        return switch (position) {
            case Position.AfterTable(long number) -> table(number);
            case Position.AtEntry(String key) -> ended ? new Step.Ended() : entries(HEX.parseHex(key));
        };
    }

    private Step recheck(Damage damage) {
        switch (damage.place()) {
            case Damage.OfRun(Run damaged) -> {
                run = damaged;
                return new Step.Read(compare(damaged));
            }
            case Damage.OfTable(String name) -> {
                Optional<StoreTable> table = store.tables().stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst();
                return new Step.Read(table.isPresent() ? compare(table.get()) : 0);
            }
            case Damage.OfEntry(String key) -> {
                byte @Nullable [] value = store.get(HEX.parseHex(key));
                if (value != null) {
                    decode(HEX.parseHex(key), value);
                }
                return new Step.Read(0);
            }
        }
    }

    /** Compares the next piece of a run. Returns how many bytes that took. */
    private long compare(Run current) {
        Damage.Place place = new Damage.OfRun(current);
        try {
            RunCheck comparing = check == null ? archive.check(current) : check;
            check = comparing;
            int bytes = comparing.next();
            if (bytes == 0) {
                register.remove(place, "it is sound");
                done();
            }
            return bytes;
        } catch (SegmentGoneException e) {
            // A segment is dropped after the store has put its runs elsewhere: a run that is still said to be there is
            // lost.
            runDamage.damaged(
                    current,
                    new StorageException("the store says that there is " + current + ", but there is no such segment"));
            done();
            return 0;
        } catch (StorageException e) {
            requireFinal(e);
            runDamage.damaged(current, e);
            done();
            return 0;
        }
    }

    /** Goes on if a failure is damage, or did not pass; throws it if the step is to be taken again. */
    private void requireFinal(StorageException failure) {
        boolean passes = failure instanceof OutOfFilesException || attempts + 1 < ATTEMPTS;
        if (!(failure instanceof CorruptionException) && passes) {
            throw failure;
        }
    }

    private void done() {
        if (run != null && inOrder) {
            position = new Position.AtEntry(HEX.formatHex(after(RunIndex.key(run))));
        }
        run = null;
        check = null;
        inOrder = false;
    }

    /** The first key that can come after another. */
    private static byte[] after(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }

    private Step table(long after) {
        Optional<StoreTable> next = store.tables().stream()
                .filter(table -> table.number() > after && table.number() <= lastTable)
                .min(Comparator.comparingLong(StoreTable::number));
        if (next.isEmpty()) {
            position = new Position.AtEntry("");
            return new Step.Read(0);
        }
        long bytes = compare(next.get());
        position = new Position.AfterTable(next.get().number());
        return new Step.Read(bytes);
    }

    private long compare(StoreTable table) {
        Damage.Place place = new Damage.OfTable(table.name());
        try {
            if (store.verify(table)) {
                register.remove(place, "it is sound");
            }
        } catch (StorageException e) {
            requireFinal(e);
            register.add(
                    place,
                    e,
                    "entries of the store from " + shown(table.smallest()) + " to " + shown(table.largest())
                            + ", and what they are about",
                    DamageRegister.STORE_WAY_OUT);
        }
        return table.bytes();
    }

    /** The entries of one step. */
    private final class Sweep {
        private final List<Run> named = new ArrayList<>();
        private byte @Nullable [] last;
        private long bytes;

        /** Returns whether there is room for another. */
        boolean take(byte[] key, byte[] value) {
            last = key;
            bytes += key.length + value.length;
            decode(key, value).ifPresent(named::add);
            return bytes < STEP_BYTES && named.size() < STEP_RUNS;
        }

        boolean isFull() {
            return bytes >= STEP_BYTES || named.size() >= STEP_RUNS;
        }
    }

    /** Takes some entries, and the runs that they name. What cannot be read is passed over, up to the end of a table. */
    private Step entries(byte[] from) {
        Sweep sweep = new Sweep();
        byte @Nullable [] last;
        try {
            store.sweep(from, LAST_KEY, sweep::take);
            last = sweep.last;
            ended = !sweep.isFull();
        } catch (StorageException e) {
            requireFinal(e);
            last = passOver(sweep.last == null ? from : sweep.last);
            ended = last == null;
        }
        runs.addAll(sweep.named);
        if (last != null) {
            nextKey = after(last);
        }
        return new Step.Read(sweep.bytes);
    }

    /**
     * Compares the tables that hold what comes after a key, so that the damaged one is known. Returns the last key of the one that ends
     * first: the entries up to there are passed over. Null if no table goes on after the key.
     */
    private byte @Nullable [] passOver(byte[] key) {
        byte @Nullable [] end = null;
        for (StoreTable table : store.tables()) {
            if (Arrays.compareUnsigned(table.largest(), key) > 0) {
                compare(table);
                end = end == null || Arrays.compareUnsigned(table.largest(), end) < 0 ? table.largest() : end;
            }
        }
        return end;
    }

    /** Decodes an entry. Returns the run that it names, if it names one. */
    private Optional<Run> decode(byte[] key, byte[] value) {
        try {
            Optional<Run> named = Rows.read(store, key, value, ScrubCycle::runOf);
            if (register.size() > 0) {
                register.remove(new Damage.OfEntry(HEX.formatHex(key)), "it is sound");
            }
            return named;
        } catch (CorruptionException e) {
            e.row().ifPresent(row -> register.addRow(e, row));
            return Optional.empty();
        }
    }

    private static Optional<Run> runOf(byte[] key, byte[] value) {
        int letter = key.length == 0 ? -1 : key[0];
        if (SubscriptionRow.LETTERS.indexOf(letter) >= 0) {
            SubscriptionRow.read(key, value);
        } else if (QueueStoreCheck.LETTERS.indexOf(letter) >= 0) {
            QueueStoreCheck.shardOf(key, value);
        } else if (letter == PresenceRow.LETTER) {
            PresenceRow.read(key, value);
        } else if (StreamRow.LETTERS.indexOf(letter) >= 0) {
            StreamRow.read(key, value);
        } else if (letter == AppliedPosition.LETTER) {
            AppliedPosition.read(key, value);
        } else if (ArchiveRow.LETTERS.indexOf(letter) < 0) {
            throw new IllegalArgumentException("it is of no kind that this version of Leat knows");
        } else if (ArchiveRow.read(key, value) instanceof ArchiveRow.RunOf(Run found)) {
            return Optional.of(found);
        }
        return Optional.empty();
    }

    /** Forgets damage of what is not used any more. Reads nothing but single entries of the store. */
    void forgetUnused() {
        List<Damage> all = register.all();
        if (all.isEmpty()) {
            return;
        }
        List<String> tables = store.tables().stream().map(StoreTable::name).toList();
        for (Damage damage : all) {
            boolean used = switch (damage.place()) {
                case Damage.OfRun(Run damaged) -> runDamage.isUsed(damaged);
                case Damage.OfTable(String name) -> tables.contains(name);
                case Damage.OfEntry(String key) -> isThere(HEX.parseHex(key));
            };
            if (!used) {
                register.remove(damage.place(), "it is not used any more");
            }
        }
    }

    private boolean isThere(byte[] key) {
        try {
            return store.get(key) != null;
        } catch (StorageException e) {
            return true;
        }
    }

    private static String shown(byte[] key) {
        return HEX.formatHex(key, 0, Math.min(key.length, 20)) + (key.length > 20 ? "…" : "");
    }
}
