package dev.leat.engine.queue.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.ContentType;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.engine.queue.codec.CheckpointRows;
import dev.leat.engine.queue.codec.RandomChanges;
import dev.leat.testkit.Seeds;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QueueTableTest {
    private static final long NUMBER = 7;

    private final QueueTable table = new QueueTable(0);

    @Seeds(50)
    void theCountsAgreeWithThePlaces(long seed) {
        RandomChanges changes = new RandomChanges(new Random(seed), table);
        for (int step = 0; step < 300; step++) {
            QueueChange change = changes.next();
            table.apply(change, changes.time());
            table.all().forEach(queue -> agree(queue, change));
        }
        assertThat(table.bytes())
                .isEqualTo(table.all().stream().mapToLong(Queue::bytes).sum());
        tallied();
    }

    private void tallied() {
        List<Queue> queues = List.copyOf(table.all());
        QueueShardGauges gauges = table.gauges();
        assertThat(gauges.queues()).isEqualTo(queues.size());
        assertThat(gauges.messages())
                .isEqualTo(queues.stream().mapToLong(queue -> queue.messages).sum());
        assertThat(gauges.bytes()).isEqualTo(table.bytes());
        for (DeliveryState.State state : DeliveryState.State.values()) {
            assertThat(gauges.entries(state))
                    .as("entries that are %s", state)
                    .isEqualTo(queues.stream()
                            .flatMap(queue -> queue.groups.values().stream())
                            .mapToLong(group -> group.count(state))
                            .sum());
        }
    }

    private static void agree(Queue queue, QueueChange change) {
        assertThat(queue.messages).as("after %s", change).isEqualTo(queue.countAbsent(queue.dropped));
        assertThat(queue.bytes())
                .as("bytes after %s", change)
                .isEqualTo(queue.resident.values().stream()
                        .mapToLong(QueuedMessage::bytes)
                        .sum());
        for (Group group : queue.groups.values()) {
            assertThat(group.pending()).as("after %s", change).isEqualTo(queue.countAbsent(group.done));
            assertThat(queue.dropped.common(group.done)).isEqualTo(queue.dropped);
            assertThat(group.entries.keySet()).noneMatch(group::isDone);
        }
    }

    @Test
    void aMessageGoesWhenTheLastGroupHasDoneIt() {
        fanout("a", "b");
        enqueue(1);

        done(1, 0);
        assertThat(queue().messages).isEqualTo(1);

        done(2, 0);
        assertThat(queue().messages).isZero();
        assertThat(queue().bytes()).isZero();
        assertThat(queue().resident.get(0L)).isNull();
    }

    @Test
    void anEntryThatComesAndGoesBetweenTwoCheckpointsLeavesNoTrace() {
        fanout("a");
        enqueue(3);
        lease(1, 0);
        lease(1, 1);
        done(1, 0);
        assertThat(group(1).dirty.entries).containsExactly(1L);

        CheckpointRows.capture(table, taken -> {});
        assertThat(group(1).dirty.entries).isEmpty();

        lease(1, 2);
        done(1, 2);
        done(1, 1);
        assertThat(group(1).dirty.entries)
                .as("those that the store has to forget")
                .containsExactly(1L);
    }

    @Test
    void aGroupThatGoesTakesAlongWhatOnlyItWanted() {
        fanout("a", "b");
        enqueue(3);
        done(1, 0);
        done(1, 1);

        table.apply(new QueueChange.GroupRemoved(NUMBER, 2), 0);

        assertThat(queue().messages).isEqualTo(1);
        assertThat(queue().dropped.size()).isEqualTo(2);
    }

    @Test
    void theLastGroupLeavesTheMessages() {
        fanout("a");
        enqueue(3);

        table.apply(new QueueChange.GroupRemoved(NUMBER, 1), 0);

        assertThat(queue().messages).isEqualTo(3);
    }

    @Test
    void aPurgeOfAllTakesEverythingButLeases() {
        fanout("a", "b");
        enqueue(5);
        lease(1, 2);

        purge(0, false);

        assertThat(queue().messages).isEqualTo(1);
        assertThat(queue().bytes()).isEqualTo(10);
        assertThat(group(1).pending()).isEqualTo(1);
        assertThat(group(2).pending()).isZero();
        assertThat(group(1).recentRemovals.of(0)).isEqualTo(RemovalReason.PURGED);
        done(1, 2);
        assertThat(queue().messages).isZero();
        assertThat(queue().bytes()).isZero();
    }

    @Test
    void aPurgeTakesLeasesIfSoAsked() {
        fanout("a");
        enqueue(5);
        lease(1, 2);

        purge(0, true);

        assertThat(queue().messages).isZero();
        assertThat(group(1).entries).isEmpty();
        assertThat(group(1).recentRemovals.of(2)).isEqualTo(RemovalReason.PURGED);
    }

    @Test
    void aPurgeOfOneGroupLeavesTheOthersTheirs() {
        fanout("a", "b");
        enqueue(5);
        done(2, 4);

        purge(1, true);

        assertThat(group(1).pending()).isZero();
        assertThat(group(2).pending()).isEqualTo(4);
        assertThat(queue().messages).isEqualTo(4);
    }

    @Test
    void whatComesAfterAPurgeStays() {
        fanout("a");
        enqueue(5);
        purge(0, true);

        enqueue(1);

        assertThat(queue().messages).isEqualTo(1);
        assertThat(group(1).pending()).isEqualTo(1);
        assertThat(group(1).cursors[0]).isEqualTo(5);
    }

    private void fanout(String... groups) {
        table.apply(new QueueChange.OfQueue(NUMBER, QueueName.of("q"), QueueConfig.fanout(), false, 1), 1);
        int number = 1;
        for (String group : groups) {
            table.apply(new QueueChange.OfGroup(NUMBER, number++, GroupName.of(group), "head", false, 1, null), 1);
        }
    }

    private void enqueue(int count) {
        for (int i = 0; i < count; i++) {
            long at = queue().next[0];
            QueuedMessage message = new QueuedMessage(
                    at,
                    queue().nextSeq,
                    new DecodedMessageId(1, NUMBER, at),
                    1,
                    new byte[10],
                    ContentType.BYTES,
                    null,
                    0,
                    Long.MAX_VALUE,
                    0,
                    0,
                    Set.of(),
                    Map.of(),
                    null,
                    null);
            table.apply(new QueueChange.Enqueued(NUMBER, message, null, 0), 1);
        }
    }

    private void lease(int group, long at) {
        DeliveryState entry =
                new DeliveryState(DeliveryState.State.LEASED, 1, 1, 0, 100, 1, 1, 1, "c", null, null, 0, List.of());
        table.apply(new QueueChange.OfEntry(NUMBER, group, at, entry), 1);
    }

    private void done(int group, long at) {
        table.apply(new QueueChange.Done(NUMBER, group, at, RemovalReason.ACKED), 1);
    }

    private void purge(int group, boolean leased) {
        table.apply(new QueueChange.Purged(NUMBER, group, queue().next.clone(), leased), 1);
    }

    private Queue queue() {
        return Objects.requireNonNull(table.find(NUMBER));
    }

    private Group group(int number) {
        return Objects.requireNonNull(queue().byNumber.get(number));
    }
}
