package dev.leat.engine.queue.codec;

import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.engine.queue.state.DeadLetterIndex;
import dev.leat.engine.queue.state.DecodedMessageId;
import dev.leat.engine.queue.state.DedupWindow;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.GroupCounters;
import dev.leat.engine.queue.state.MessageMemory;
import dev.leat.engine.queue.state.PayloadSizes;
import dev.leat.engine.queue.state.PositionSet;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueTable;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.RedriveTask;
import dev.leat.engine.queue.state.TransferSource;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.Ids;
import dev.leat.engine.shard.Placement;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;

/** A row of a queue in the store. Messages and delivery states have rows of their own: what does not change is not written again. */
public sealed interface QueueRow {

    int VERSION = 1;

    /** The first letters of the keys of the rows that a start reads, owners before what belongs to them. */
    List<Character> LOADED = List.of('B', 'Q', 'V', 'E', 'D', 'T', 'W');

    /** Returns the shard that owns the row. */
    int shard();

    /** Throws if the row belongs to another shard. */
    default void requireShard(int shards) {
        Ids.requireShard(shard(), shards);
        if (this instanceof OfQueue queue && Placement.shard(queue.name().tag(), shards) != shard()) {
            throw new IllegalArgumentException("queue " + queue.name() + " is in shard " + shard() + ", expected "
                    + Placement.shard(queue.name().tag(), shards) + " of " + shards);
        }
    }

    record Next(int shard, long next) implements QueueRow {
        public static byte[] bytes(long next) {
            return BytesOut.onHeap(10).varint(next).toBytes();
        }
    }

    /** A row of one queue. */
    sealed interface Owned extends QueueRow {

        /** Returns the number of the queue. */
        long queue();

        @Override
        default int shard() {
            return Ids.shardOf(queue());
        }
    }

    /** @param next the next position of each lane */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record OfQueue(
            long queue,
            QueueName name,
            QueueConfig config,
            boolean paused,
            long created,
            long nextSeq,
            long[] next,
            long enqueued,
            int nextGroup,
            long nextTask,
            PositionSet dropped,
            List<TransferSource> arrivals,
            boolean hasTransferred,
            long withoutGroupsSince)
            implements Owned {

        public static byte[] bytes(Queue queue) {
            BytesOut out = start(128).text(queue.name.value());
            QueueConfigCodec.write(queue.config, out);
            out.bool(queue.paused).varint(queue.created).varint(queue.nextSeq);
            ChangeCodec.writeLanes(queue.next, out);
            out.varint(queue.enqueued).varint(queue.nextGroup).varint(queue.nextTask);
            queue.dropped.write(out);
            out.varint(queue.arrivals.size());
            queue.arrivals.forEach(origin -> MessageCodec.writeSource(origin, out));
            out.bool(queue.hasTransferred).varint(queue.withoutGroupsSince);
            return out.toBytes();
        }

        public static OfQueue read(long queue, BytesIn in) {
            return new OfQueue(
                    queue,
                    QueueName.of(in.text()),
                    QueueConfigCodec.read(in),
                    in.bool(),
                    in.varint(),
                    in.varint(),
                    ChangeCodec.readLanes(in),
                    in.varint(),
                    ChangeCodec.int32(in),
                    in.varint(),
                    PositionSet.read(in),
                    readArrivals(in),
                    !in.hasMore() || in.bool(), // older rows have neither this
                    in.hasMore() ? in.varint() : 0); // nor that
        }

        private static List<TransferSource> readArrivals(BytesIn in) {
            List<TransferSource> arrivals = new ArrayList<>();
            for (long left = in.varint(); left > 0; left--) {
                arrivals.add(MessageCodec.readSource(in));
            }
            return arrivals;
        }

        Queue restored(MessageMemory memory) {
            Queue restored = new Queue(queue, name, config, created, memory);
            restored.paused = paused;
            restored.nextSeq = nextSeq;
            System.arraycopy(next, 0, restored.next, 0, next.length);
            restored.enqueued = enqueued;
            restored.nextGroup = nextGroup;
            restored.nextTask = nextTask;
            restored.dropped = dropped;
            restored.arrivals.addAll(arrivals);
            restored.hasTransferred = hasTransferred;
            restored.withoutGroupsSince = withoutGroupsSince;
            restored.messages = restored.countAbsent(dropped);
            restored.stored = true;
            return restored;
        }
    }

    record OfGroup(
            long queue,
            int group,
            GroupName name,
            String start,
            boolean paused,
            long created,
            PositionSet done,
            PositionSet dead,
            int epoch,
            int epochFloor,
            GroupCounters counters,
            DeadLetterIndex deadLetterIndex)
            implements Owned {

        public static byte[] bytes(Group group) {
            BytesOut out = QueueRow.start(64).text(group.name.value()).text(group.start);
            out.bool(group.paused).varint(group.created);
            group.done.write(out);
            group.dead.write(out);
            out.varint(group.epoch).varint(group.epochFloor);
            group.counters.write(out);
            group.deadLetterIndex.write(out);
            return out.toBytes();
        }

        public static OfGroup read(byte[] key, BytesIn in) {
            return new OfGroup(
                    QueueKeys.numberOf(key),
                    QueueKeys.groupOf(key),
                    GroupName.of(in.text()),
                    in.text(),
                    in.bool(),
                    in.varint(),
                    PositionSet.read(in),
                    PositionSet.read(in),
                    ChangeCodec.int32(in),
                    ChangeCodec.int32(in),
                    GroupCounters.read(in),
                    in.hasMore() ? DeadLetterIndex.read(in) : new DeadLetterIndex()); // older rows do not have it
        }

        Group restored(Queue of) {
            Group restored = new Group(group, name, of, start, created);
            restored.paused = paused;
            restored.done = done;
            restored.dead = dead;
            restored.epoch = epoch;
            restored.epochFloor = epochFloor;
            restored.counters = counters;
            restored.deadLetterIndex = deadLetterIndex;
            restored.recentRemovals.startedLate();
            restored.addPending(of.countAbsent(done));
            restored.rewind();
            restored.stored = true;
            return restored;
        }
    }

    record OfEntry(long queue, int group, long at, DeliveryState entry) implements Owned {
        public static byte[] bytes(DeliveryState entry) {
            BytesOut out = start(48);
            DeliveryStateCodec.write(entry, out);
            return out.toBytes();
        }

        public static OfEntry read(byte[] key, BytesIn in) {
            return new OfEntry(
                    QueueKeys.numberOf(key), QueueKeys.groupOf(key), QueueKeys.atOf(key), DeliveryStateCodec.read(in));
        }
    }

    record OfMessage(long queue, QueuedMessage message) implements Owned {
        public static byte[] bytes(QueuedMessage message) {
            BytesOut out = start(64 + message.bytes());
            MessageCodec.write(message, out);
            return out.toBytes();
        }

        public static OfMessage read(byte[] key, BytesIn in) {
            long queue = QueueKeys.numberOf(key);
            return new OfMessage(queue, MessageCodec.read(queue, QueueKeys.atOf(key), in));
        }
    }

    /** @param sizes the payload bytes of each message of a block */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record OfPayloadSizes(long queue, long block, int[] sizes) implements Owned {
        public static byte[] bytes(int[] sizes) {
            BytesOut out = start(2 * sizes.length);
            out.varint(sizes.length);
            for (int size : sizes) {
                out.varint(size);
            }
            return out.toBytes();
        }

        public static OfPayloadSizes read(byte[] key, BytesIn in) {
            int places = ChangeCodec.int32(in);
            if (places != PayloadSizes.SIZE) {
                throw new IllegalArgumentException("a block has " + PayloadSizes.SIZE + " places, not " + places);
            }
            int[] sizes = new int[places];
            for (int i = 0; i < sizes.length; i++) {
                sizes[i] = ChangeCodec.int32(in);
            }
            return new OfPayloadSizes(QueueKeys.numberOf(key), QueueKeys.atOf(key), sizes);
        }
    }

    record OfExpiry(long queue, long expires, long at) implements Owned {}

    record OfDedup(long queue, String id, DedupWindow.First first) implements Owned {
        public static byte[] bytes(DedupWindow.First first) {
            DecodedMessageId id = first.id();
            BytesOut out = start(32).varint(id.time()).varint(id.queue()).varint(id.at());
            return out.varint(first.seq()).toBytes();
        }

        public static OfDedup read(byte[] key, BytesIn in) {
            DecodedMessageId message = new DecodedMessageId(in.varint(), in.varint(), in.varint());
            DedupWindow.First first = new DedupWindow.First(message, in.varint(), QueueKeys.untilOf(key));
            return new OfDedup(QueueKeys.numberOf(key), QueueKeys.idOf(key), first);
        }
    }

    record OfTask(long queue, RedriveTask task) implements Owned {
        public static byte[] bytes(RedriveTask task) {
            BytesOut out = BytesOut.onHeap(64);
            RedriveTaskCodec.write(task, out);
            return out.toBytes();
        }
    }

    private static BytesOut start(int capacity) {
        return BytesOut.onHeap(capacity).u8(VERSION);
    }

    /**
     * Reads a row.
     *
     * @throws IllegalArgumentException if its kind is unknown or its bytes are invalid
     */
    static QueueRow read(byte[] key, byte[] value) {
        try {
            BytesIn in = new BytesIn(value);
            QueueRow row = switch (key[0]) {
                case 'B' -> new Next(QueueKeys.shardOf(sized(key, 5)), in.varint());
                case 'D' -> OfDedup.read(key, checked(in));
                case 'E' -> OfEntry.read(sized(key, 21), checked(in));
                case 'M' -> OfMessage.read(sized(key, 17), checked(in));
                case 'Q' -> OfQueue.read(QueueKeys.numberOf(sized(key, 9)), checked(in));
                case 'T' -> new OfTask(QueueKeys.numberOf(sized(key, 17)), RedriveTaskCodec.read(in));
                case 'V' -> OfGroup.read(sized(key, 13), checked(in));
                case 'W' -> OfPayloadSizes.read(sized(key, 17), checked(in));
                case 'X' ->
                    new OfExpiry(QueueKeys.numberOf(sized(key, 25)), QueueKeys.expiryOf(key), QueueKeys.atOf(key));
                default -> throw new IllegalArgumentException("it is of no kind that this version of Leat knows");
            };
            in.requireEnd();
            return row;
        } catch (BufferUnderflowException | IndexOutOfBoundsException | ArithmeticException e) {
            throw new IllegalArgumentException("it is too short or too long for its kind", e);
        }
    }

    /** Reads the row of a message. */
    static QueuedMessage message(byte[] key, byte[] value) {
        if (read(key, value) instanceof OfMessage(long queue, var message)) {
            return message;
        }
        throw new IllegalArgumentException("it is not a message");
    }

    /** Puts this row of the last checkpoint into a table. Rows of a queue that the table does not have are skipped. */
    default void restore(QueueTable table) {
        switch (this) {
            case Next(int ignored, long next) -> table.counter(next);
            case OfQueue of -> {
                Queue queue = of.restored(table.memory());
                table.put(queue);
                table.held(queue.messages, 0);
            }
            case Owned owned -> {
                Queue queue = table.find(owned.queue());
                if (queue != null) {
                    restore(queue, owned, table);
                }
            }
        }
    }

    private static void restore(Queue queue, Owned row, QueueTable table) {
        switch (row) {
            case OfGroup of -> QueueTable.put(of.restored(queue));
            case OfEntry(long ignored, int number, long at, var entry) -> {
                Group group = queue.byNumber.get(number);
                if (group != null) {
                    table.gauges().entry(group.entry(at), entry);
                    group.put(at, entry);
                    group.dirty.storedEntries.add(at);
                }
            }
            case OfPayloadSizes(long ignored, long block, var sizes) -> {
                long before = queue.bytes();
                queue.payloadSizes.load(block, sizes);
                table.held(0, queue.bytes() - before);
            }
            case OfDedup(long ignored, var id, var first) -> {
                queue.dedup.remember(id, first);
                queue.dirty.firstDedup = Math.min(queue.dirty.firstDedup, first.until());
            }
            case OfTask(long ignored, var task) -> {
                queue.tasks.put(task.number(), task);
                queue.dirty.storedTasks.add(task.number());
            }
            case OfQueue of -> {}
            case OfMessage of -> {} // stays in the store until a group needs it
            case OfExpiry of -> {}
        }
    }

    private static byte[] sized(byte[] key, int length) {
        if (key.length != length) {
            throw new IllegalArgumentException("its key has " + key.length + " bytes, expected " + length);
        }
        return key;
    }

    private static BytesIn checked(BytesIn in) {
        QueueConfigCodec.requireVersion(in.u8(), VERSION);
        return in;
    }
}
