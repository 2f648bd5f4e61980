package dev.leat.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.queue.codec.CheckpointRows;
import dev.leat.engine.queue.codec.QueueKeys;
import dev.leat.engine.queue.codec.QueueRow;
import dev.leat.engine.queue.codec.RandomChanges;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.PayloadSizes;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.queue.state.QueueTable;
import dev.leat.engine.queue.state.RemovalReason;
import dev.leat.engine.shard.Placement;
import dev.leat.storage.store.Batch;
import dev.leat.storage.store.MemoryStore;
import dev.leat.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What an examination finds wrong with the rows of queues. */
class QueueStoreCheckTest {
    private final MemoryStore store = new MemoryStore();
    private final QueueTable table = new QueueTable(0);

    @Seeds(20)
    void whateverHappenedTheRowsAreSound(long seed) {
        RandomChanges changes = new RandomChanges(new Random(seed), table);
        for (int step = 0; step < 400; step++) {
            table.apply(changes.next(), changes.time());
            if (step % 90 == 0) {
                checkpoint();
            }
        }
        checkpoint();

        assertThat(problems(1)).isEmpty();
    }

    @Test
    void aMessageThatIsMissingIsFound() {
        Queue queue = filled();

        store.commit(new Batch().delete(QueueKeys.message(queue.number, first(queue))));

        assertThat(problems(1)).containsExactly("1 messages of queue " + queue.name + " are not in the store");
    }

    @Test
    void aMessageThatIsGoneButThereIsFound() {
        Queue queue = filled();
        byte[] key = QueueKeys.message(queue.number, first(queue));
        byte[] value = Objects.requireNonNull(store.get(key));
        cancel(queue, first(queue));

        store.commit(new Batch().put(key, value));

        assertThat(problems(1))
                .contains("1 messages of queue " + queue.name + " are in the store though they are gone");
    }

    @Test
    void sizesThatAreMissingAreFound() {
        Queue queue = filled();

        store.commit(new Batch().delete(QueueKeys.payloadSizes(queue.number, PayloadSizes.block(first(queue)))));

        assertThat(problems(1)).singleElement().asString().contains("but its rows of sizes say");
    }

    @Test
    void rowsWithoutTheirQueueAreFound() {
        Queue queue = filled();

        store.commit(new Batch().delete(QueueKeys.queue(queue.number)));

        assertThat(problems(1)).singleElement().asString().contains("rows of queue " + queue.number);
    }

    @Test
    void anEntryOfWhatIsDoneIsFound() {
        Queue queue = filled();
        Group group = queue.groups.values().iterator().next();
        long at = first(queue);
        DeliveryState entry = new RandomChanges(new Random(1), table).entry();
        cancel(queue, at);

        store.commit(new Batch().put(QueueKeys.entry(queue.number, group.number, at), QueueRow.OfEntry.bytes(entry)));

        assertThat(problems(1)).singleElement().asString().contains("has entries of 1 messages");
    }

    @Test
    void aQueueInAnotherShardThanItsOwnIsFound() {
        Queue queue = filled();
        int shards = 1;
        while (Placement.shard(queue.name.tag(), shards) == 0) {
            shards++;
        }

        assertThat(problems(shards)).singleElement().asString().contains("belongs into");
    }

    private Queue filled() {
        RandomChanges changes = new RandomChanges(new Random(5), table);
        table.apply(changes.next(), changes.time());
        Queue queue = table.all().iterator().next();
        table.apply(changes.next(queue), changes.time());
        for (int i = 0; i < 5; i++) {
            table.apply(changes.enqueued(queue), changes.time());
        }
        checkpoint();
        return queue;
    }

    private static long first(Queue queue) {
        return queue.nextPresent(0);
    }

    private void cancel(Queue queue, long at) {
        table.apply(new QueueChange.Removed(queue.number, at, RemovalReason.CANCELLED), 1);
        checkpoint();
    }

    private void checkpoint() {
        Batch batch = new Batch();
        CheckpointRows.capture(table, taken -> {}).writeTo(batch);
        store.commit(batch);
    }

    private List<String> problems(int shards) {
        List<String> problems = new ArrayList<>();
        new QueueStoreCheck(store, shards, problems::add).examine();
        return problems;
    }
}
