package dev.leat.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.Codec;
import dev.leat.api.queue.DurableQueue;
import dev.leat.api.queue.TypedMessage;
import dev.leat.api.queue.UndecodableException;
import dev.leat.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;

/** Random calls to a queue of values with its defaults, beside a model of what it promises. */
class DurableQueueModelTest {
    private static final Codec<Integer> NUMBERS = Codec.json(String::valueOf, Integer::valueOf);

    /** The messages that are not acked, with their texts; some are no numbers. */
    private final NavigableMap<Long, String> there = new TreeMap<>();

    private final Set<Long> popped = new TreeSet<>();
    private final Set<Long> parked = new HashSet<>();

    @TempDir
    Path directory;

    @Seeds(5)
    void messagesComeInTheOrderOfTheirIdsUntilTheyAreAcked(long seed) {
        Random random = new Random(seed);
        for (int life = 0; life < 3; life++) {
            try (Leat leat = Leat.open(directory)) {
                DurableQueue<Integer> queue =
                        leat.durableQueue("numbers", NUMBERS).openLazy();
                popped.clear();
                for (int step = 0; step < 120; step++) {
                    step(queue, random);
                }
                looksAsTheModel(queue);
                if (random.nextBoolean()) {
                    queue.close(); // otherwise as in a process that is killed
                }
            }
        }
    }

    private void step(DurableQueue<Integer> queue, Random random) {
        switch (random.nextInt(8)) {
            case 0 -> push(queue, random.nextInt(20) == 0 ? 1_500 : random.nextInt(5));
            case 1 -> there.put(queue.queue().enqueue("x").seq(), "x");
            case 2, 3, 4 -> pop(queue);
            case 5 -> settle(queue, random);
            case 6 -> ack(queue, random);
            default -> look(queue, random);
        }
    }

    private void push(DurableQueue<Integer> queue, int count) {
        List<Integer> values = IntStream.range(0, count).boxed().toList();
        List<Long> ids = queue.pushAll(values);

        assertThat(ids).hasSameSizeAs(values).isSorted();
        for (int i = 0; i < count; i++) {
            there.put(ids.get(i), values.get(i).toString());
        }
    }

    private void pop(DurableQueue<Integer> queue) {
        Long expected = null;
        for (long id : there.keySet()) {
            if (expected == null && !popped.contains(id) && !parked.contains(id)) {
                if (there.get(id).equals("x")) {
                    parked.add(id);
                } else {
                    expected = id;
                }
            }
        }
        assertThat(queue.pop().map(TypedMessage::id).orElse(null)).isEqualTo(expected);
        if (expected != null) {
            popped.add(expected);
        }
    }

    /** Nacks or releases a message, which may be one that is not popped. */
    private void settle(DurableQueue<Integer> queue, Random random) {
        long id = some(random);
        if (!popped.contains(id)) {
            assertThatThrownBy(() -> queue.nack(id)).isInstanceOf(NoSuchElementException.class);
        } else if (random.nextInt(4) == 0) {
            queue.release(id);
        } else {
            queue.nack(id);
        }
        popped.remove(id);
    }

    private void ack(DurableQueue<Integer> queue, Random random) {
        List<Long> ids =
                random.nextInt(20) == 0 ? new ArrayList<>(there.keySet()) : List.of(some(random), some(random));
        queue.ackAll(ids);
        ids.forEach(there::remove);
        popped.removeAll(ids);
        ids.forEach(parked::remove);
    }

    private void look(DurableQueue<Integer> queue, Random random) {
        long id = some(random);
        String text = there.get(id);
        if (text == null) {
            assertThat(queue.get(id)).isEmpty();
        } else if (text.equals("x")) {
            assertThatThrownBy(() -> queue.get(id)).isInstanceOf(UndecodableException.class);
        } else {
            assertThat(queue.get(id)).contains(Integer.valueOf(text));
        }
    }

    private long some(Random random) {
        List<Long> ids = new ArrayList<>(there.keySet());
        return ids.isEmpty() || random.nextInt(10) == 0
                ? random.nextLong()
                : ids.get(random.nextInt(Math.min(ids.size(), 8)));
    }

    private void looksAsTheModel(DurableQueue<Integer> queue) {
        List<Long> seen = new ArrayList<>();
        Iterator<TypedMessage<Integer>> all = queue.iterator();
        while (all.hasNext()) {
            try {
                seen.add(all.next().id());
            } catch (UndecodableException e) {
                assertThat(there).containsEntry(e.id(), "x");
                seen.add(e.id());
            }
        }
        List<Long> pending =
                there.keySet().stream().filter(id -> !parked.contains(id)).toList();
        assertThat(seen).isEqualTo(pending);
        assertThat(queue.length()).isEqualTo(pending.size());
        assertThat(queue.readyLength()).isEqualTo(pending.size() - popped.size());
    }
}
