package dev.leat.engine.queue.codec;

import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueTable;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.shard.BytesOut;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Everything that must be the same after a restart, as text. */
final class Picture {
    private final StringBuilder text = new StringBuilder();

    private Picture() {}

    static String of(QueueTable table) {
        Picture picture = new Picture();
        picture.line("next , bytes", table.nextNumber(), table.bytes());
        Map<Long, Queue> queues = new TreeMap<>();
        table.all().forEach(queue -> queues.put(queue.number, queue));
        queues.values().forEach(picture::add);
        return picture.text.toString();
    }

    private void add(Queue queue) {
        line("queue paused created", queue.number, queue.name, queue.paused, queue.created, queue.config);
        line("seq , group , task", queue.nextSeq, queue.nextGroup, queue.nextTask);
        line("places", java.util.Arrays.toString(queue.next));
        line("messages of , bytes", queue.messages, queue.enqueued, queue.bytes(), queue.payloadSizes);
        line("dropped", queue.dropped);
        new TreeMap<>(queue.dedup.all()).forEach((id, first) -> line("dedup", id, first));
        queue.tasks.values().forEach(task -> line("", task));
        line("arrivals", queue.arrivals);
        queue.groups.values().forEach(this::add);
    }

    private void add(Group group) {
        line("group paused created", group.number, group.name, group.start, group.paused, group.created);
        line("done dead where pending", group.done, group.dead, group.deadLetterIndex, group.pending());
        line("epoch floor tally", group.epoch, group.epochFloor, group.counters.snapshot());
        line("cursors ready", java.util.Arrays.toString(group.cursors), group.ready);
        for (DeliveryState.State state : DeliveryState.State.values()) {
            line("", state, group.count(state));
        }
        new TreeMap<>(group.entries).forEach((at, entry) -> line("", at, entry));
    }

    /** A message, byte for byte. */
    static String of(QueuedMessage message) {
        BytesOut out = BytesOut.onHeap(64);
        MessageCodec.write(message, out);
        return message.at() + " " + HexFormat.of().formatHex(out.toBytes());
    }

    private void line(Object... values) {
        for (Object value : values) {
            text.append(value).append(' ');
        }
        text.append('\n');
    }
}
