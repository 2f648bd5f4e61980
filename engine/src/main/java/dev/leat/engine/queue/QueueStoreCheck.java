package dev.leat.engine.queue;

import dev.leat.engine.queue.codec.QueueRow;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.PositionSet;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueTable;
import dev.leat.engine.shard.Ids;
import dev.leat.engine.shard.Placement;
import dev.leat.engine.shard.Rows;
import dev.leat.storage.store.Store;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Consistency check of the rows of queues, for a store that no engine has open. */
public final class QueueStoreCheck {

    /** The first letters of the keys of these rows. */
    public static final String LETTERS = "BDEMQTVWX";

    private final Store store;
    private final int shards;
    private final Consumer<String> problem;
    private final Map<Long, Queue> queues = new HashMap<>();
    private final Map<String, Integer> orphans = new HashMap<>();

    /** @param problem receives one sentence for each inconsistency */
    public QueueStoreCheck(Store store, int shards, Consumer<String> problem) {
        this.store = store;
        this.shards = shards;
        this.problem = problem;
    }

    /**
     * Returns the shard that a row belongs to.
     *
     * @throws IllegalArgumentException if it cannot be read
     */
    public static int shardOf(byte[] key, byte[] value) {
        return QueueRow.read(key, value).shard();
    }

    /** Compares the rows with each other. Every row has been decoded before. */
    public void examine() {
        QueueTable[] tables = new QueueTable[shards];
        for (int shard = 0; shard < shards; shard++) {
            tables[shard] = new QueueTable(shard);
        }
        for (char letter : QueueRow.LOADED) {
            scan(letter, row -> row.restore(tables[row.shard()]));
        }
        Map<String, Long> byName = new HashMap<>();
        for (QueueTable table : tables) {
            for (Queue queue : table.all()) {
                queues.put(queue.number, queue);
                placed(queue, byName);
            }
        }
        queues.values().forEach(this::groups);
        for (char letter : new char[] {'V', 'E', 'D', 'T', 'W', 'X'}) {
            scan(letter, this::owned);
        }
        messages();
        orphans.forEach((what, count) -> problem.accept("the store has " + count + " " + what));
    }

    private void scan(char letter, Consumer<QueueRow> visitor) {
        Rows.scan(store, letter, (key, value) -> {
            visitor.accept(QueueRow.read(key, value));
            return true;
        });
    }

    private void placed(Queue queue, Map<String, Long> byName) {
        int right = Placement.shard(queue.name.tag(), shards);
        if (Ids.shardOf(queue.number) != right) {
            problem.accept("queue " + queue.name + " is in shard " + Ids.shardOf(queue.number) + ", but belongs into "
                    + right);
        }
        if (byName.put(queue.name.value(), queue.number) != null) {
            problem.accept("there are two queues " + queue.name);
        }
    }

    /** Checks that removed messages are done for every group, and that entries are about messages that exist and are not done. */
    private void groups(Queue queue) {
        for (Group group : queue.groups.values()) {
            long undone =
                    queue.dropped.size() - queue.dropped.common(group.done).size();
            if (undone > 0) {
                problem.accept("group " + group.name + " of queue " + queue.name + " waits for " + undone
                        + " messages that are gone");
            }
            long settled = group.entries.keySet().stream()
                    .filter(at -> group.isDone(at) || !queue.has(at))
                    .count();
            if (settled > 0) {
                problem.accept("group " + group.name + " of queue " + queue.name + " has entries of " + settled
                        + " messages that it has done or that are gone");
            }
        }
    }

    private void owned(QueueRow row) {
        if (row instanceof QueueRow.Owned owned) {
            Queue queue = queues.get(owned.queue());
            if (queue == null) {
                orphan("rows of queue " + owned.queue() + ", which it does not have");
            } else if (row instanceof QueueRow.OfEntry entry && !queue.byNumber.containsKey(entry.group())) {
                orphan("entries of group " + entry.group() + " of queue " + queue.name + ", which it does not have");
            }
        }
    }

    private void orphan(String what) {
        orphans.merge(what, 1, Integer::sum);
    }

    /** Checks that the store has exactly the messages that are not removed. */
    private void messages() {
        Map<Long, PositionSet> found = new HashMap<>();
        Map<Long, Long> bytes = new HashMap<>();
        scan('M', row -> {
            owned(row);
            if (row instanceof QueueRow.OfMessage(long queue, var message)) {
                found.computeIfAbsent(queue, unseen -> new PositionSet()).add(message.at());
                bytes.merge(queue, (long) message.bytes(), Long::sum);
            }
        });
        for (Queue queue : queues.values()) {
            PositionSet wanted = queue.absent(queue.dropped);
            PositionSet there = found.getOrDefault(queue.number, new PositionSet());
            long common = wanted.common(there).size();
            compare(queue, wanted.size() - common, "are not in the store");
            compare(queue, there.size() - common, "are in the store though they are gone");
            boolean same = wanted.size() == common && there.size() == common;
            long countedBytes = bytes.getOrDefault(queue.number, 0L);
            if (same && queue.bytes() != countedBytes) {
                problem.accept("queue " + queue.name + " has " + countedBytes + " bytes, but its rows of sizes say "
                        + queue.bytes());
            }
        }
    }

    private void compare(Queue queue, long messages, String what) {
        if (messages > 0) {
            problem.accept(messages + " messages of queue " + queue.name + " " + what);
        }
    }
}
