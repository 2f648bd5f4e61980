package dev.leat.engine.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the parent knows of all streams, from what its children said: what was attempted, what was answered, what readers saw.
 * Each child first tells what it found; {@link #found} compares that.
 */
final class Ledger {
    private final Map<String, StreamLedger> streams = new TreeMap<>();
    private final Map<Integer, Attempt> pending = new HashMap<>();
    private final Map<String, Dumped> dump = new HashMap<>();
    private final Map<Written, StreamLedger> unanswered = new HashMap<>(); // with a producer, when the child was killed
    private @Nullable Dumped dumping;
    long answers;
    long retries;
    long probes;

    private record Dumped(boolean json, boolean closed, long tail, List<StreamLedger.Found> messages) {}

    private sealed interface Attempt {
        record Append(StreamLedger stream, Written write) implements Attempt {}

        record Create(StreamLedger stream, @Nullable Written write) implements Attempt {}

        record Delete(String path) implements Attempt {}

        /** Of a stream that the child has learnt of from a call that was not answered, or that is gone. */
        record Nothing() implements Attempt {}
    }

    /** Takes in one line. Returns whether it was the end of what the child found. */
    boolean said(String line) {
        String[] word = line.split(" ");
        switch (word[0]) {
            case "A" -> pending.put(Integer.parseInt(word[1]), append(word));
            case "C" -> pending.put(Integer.parseInt(word[1]), create(word));
            case "F" -> pending.put(Integer.parseInt(word[1]), fork(word));
            case "Z" -> pending.put(Integer.parseInt(word[1]), new Attempt.Delete(word[2]));
            case "+" -> answered(word);
            case "-" -> refused(word);
            case "S" -> saw(word);
            case "D" -> {
                Dumped next = new Dumped(
                        Boolean.parseBoolean(word[2]),
                        Boolean.parseBoolean(word[3]),
                        Long.parseLong(word[4]),
                        new ArrayList<>());
                dump.put(word[1], next);
                dumping = next;
            }
            case "M" -> messages(word);
            case "E" -> {
                found(Long.parseLong(word[1]));
                return true;
            }
            case "X" -> throw new AssertionError("the child says: " + line.replace('|', '\n'));
            default -> {} // HELLO, BYE
        }
        return false;
    }

    /** A new child has begun to tell. */
    void restarted() {
        dump.clear();
    }

    // ---- attempts

    private Attempt append(String[] word) {
        StreamLedger stream = streams.get(word[2]);
        if (stream == null) {
            return new Attempt.Nothing();
        }
        String producer = word[3].equals("-") ? null : word[3];
        Written write = new Written(
                Content.ids(word[7]),
                producer,
                Long.parseLong(word[4]),
                Long.parseLong(word[5]),
                Boolean.parseBoolean(word[6]));
        return new Attempt.Append(stream, stream.attempt(write));
    }

    private Attempt create(String[] word) {
        StreamLedger stream = new StreamLedger(word[2], Boolean.parseBoolean(word[3]), null, 0);
        List<Long> ids = Content.ids(word[4]);
        return new Attempt.Create(stream, ids.isEmpty() ? null : stream.attempt(new Written(ids, null, 0, 0, false)));
    }

    private Attempt fork(String[] word) {
        StreamLedger source = streams.get(word[3]);
        return source == null
                ? new Attempt.Nothing()
                : new Attempt.Create(new StreamLedger(word[2], source.json, source, Long.parseLong(word[4])), null);
    }

    private void answered(String[] word) {
        answers++;
        long tail = Long.parseLong(word[2]);
        boolean flag = Boolean.parseBoolean(word[3]);
        Attempt attempt = pending.remove(Integer.parseInt(word[1]));
        assertThat(attempt).as("what was answered").isNotNull();
        switch (attempt) {
            case Attempt.Append(StreamLedger stream, Written write) -> stream.answered(write, tail, flag);
            case Attempt.Create(StreamLedger stream, Written write) -> {
                assertThat(flag).as("%s was there already", stream.path).isFalse();
                streams.put(stream.path, stream);
                if (write != null) {
                    stream.answered(write, tail, false);
                }
                assertThat(tail).as("the tail of the new %s", stream.path).isEqualTo(stream.tail);
            }
            case Attempt.Delete(String path) -> streams.remove(path);
            case Attempt.Nothing nothing -> throw new AssertionError("a stream that should be gone took something");
        }
    }

    private void refused(String[] word) {
        if (pending.remove(Integer.parseInt(word[1])) instanceof Attempt.Append(StreamLedger stream, Written write)) {
            StreamLedger.refused(write);
        }
    }

    private void saw(String[] word) {
        StreamLedger stream = streams.get(word[1]);
        for (int i = 2; stream != null && i < word.length; i++) {
            String[] part = word[i].split(":");
            stream.saw(Long.parseLong(part[0]), Long.parseUnsignedLong(part[1], 16));
        }
    }

    private void messages(String[] word) {
        for (int i = 1; i < word.length; i++) {
            String[] part = word[i].split(":");
            dumping.messages.add(new StreamLedger.Found(
                    Long.parseLong(part[0]), Long.parseUnsignedLong(part[1], 16), Long.parseLong(part[2])));
        }
    }

    // ---- after a restart

    private void found(long bytes) {
        unanswered.clear();
        pending.values().forEach(this::resolve);
        pending.clear();
        assertThat(dump.keySet()).as("the streams that are there").isEqualTo(streams.keySet());
        dump.forEach((path, found) -> {
            StreamLedger stream = streams.get(path);
            assertThat(found.json).as("whether %s is JSON", path).isEqualTo(stream.json);
            stream.check(found.messages, found.tail, found.closed);
        });
        assertThat(bytes).as("the bytes of all streams together").isEqualTo(expectedBytes());
        assertThat(bytes).isLessThanOrEqualTo(Child.TOTAL_LIMIT);
    }

    /** What was not answered may have happened or not, and now it shows. */
    private void resolve(Attempt attempt) {
        switch (attempt) {
            case Attempt.Create(StreamLedger stream, Written write) -> {
                if (dump.containsKey(stream.path)) {
                    streams.putIfAbsent(stream.path, stream);
                }
            }
            case Attempt.Delete(String path) -> {
                if (!dump.containsKey(path)) {
                    streams.remove(path);
                }
            }
            case Attempt.Append(StreamLedger stream, Written write) -> {
                if (write.producer != null) {
                    unanswered.put(write, stream);
                }
            }
            case Attempt.Nothing nothing -> {}
        }
    }

    /** The streams' own bytes, and those of deleted ones that forks still read. */
    private long expectedBytes() {
        Set<StreamLedger> kept = new HashSet<>();
        for (StreamLedger stream : streams.values()) {
            for (StreamLedger owner = stream; owner != null; owner = owner.source) {
                kept.add(owner);
            }
        }
        return kept.stream().mapToLong(stream -> stream.tail - stream.base).sum();
    }

    /**
     * What the next life is to do: go on with the streams of the last one, leave those of the one before alone, so that
     * what a checkpoint has of them is all there is, and drop the older ones.
     */
    Plan plan(long round) {
        Plan plan = new Plan(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (StreamLedger stream : streams.values()) {
            if (!stream.closed) {
                plan.producers().addAll(stream.producers());
            }
            if (stream.path.startsWith("shared/" + (round - 1) + "/") && !stream.closed) {
                plan.open().add(new Plan.Open(stream.path, stream.json));
            } else if (!stream.path.startsWith("shared/" + (round - 2) + "/")) {
                plan.drops().add(stream.path);
            }
        }
        unanswered.forEach((write, stream) -> {
            if (plan.open().contains(new Plan.Open(stream.path, stream.json))) {
                plan.retries().add(retry(write, stream));
            }
        });
        retries += plan.retries().size();
        probes += plan.producers().size();
        return plan;
    }

    private static Plan.Retry retry(Written write, StreamLedger stream) {
        boolean duplicate = write.fate == Written.Fate.THERE;
        return new Plan.Retry(
                stream.path,
                Objects.requireNonNull(write.producer),
                write.epoch,
                write.seq,
                write.close,
                duplicate,
                write.ids);
    }
}
