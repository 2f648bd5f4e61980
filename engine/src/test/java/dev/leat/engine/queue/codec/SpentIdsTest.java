package dev.leat.engine.queue.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.Codec;
import dev.leat.api.RejectedException;
import dev.leat.api.queue.DurableQueue;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.QueueCommand;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.MessageMemory;
import dev.leat.engine.queue.state.Positions;
import dev.leat.engine.queue.state.Queue;
import dev.leat.storage.settings.StoreSettings;
import dev.leat.storage.store.Batch;
import dev.leat.storage.store.RocksStore;
import dev.leat.storage.store.Store;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queues whose ids come to their end. */
class SpentIdsTest {
    private static final long END = Positions.first(1);

    @TempDir
    Path directory;

    @Test
    void aQueueWithoutIdsRefusesMessagesAndKeepsThoseThatItHas() {
        try (Leat leat = Leat.open(directory)) {
            leat.queues().create("jobs");
        }
        skipTo(END - 2 * QueueCommand.MAX_BATCH - 1);
        try (Leat leat = Leat.open(directory);
                DurableQueue<String> jobs =
                        leat.durableQueue("jobs", Codec.text()).openLazy()) {
            List<Long> ids = jobs.pushAll(Collections.nCopies(QueueCommand.MAX_BATCH, "job"));
            long last = jobs.push("the last one");

            assertThat(last).isEqualTo(END - QueueCommand.MAX_BATCH - 1);
            assertThatThrownBy(() -> jobs.push("one more"))
                    .isInstanceOf(RejectedException.class)
                    .hasMessageContaining("the queue jobs has given out all the ids");
            assertThatThrownBy(() -> jobs.pushAll(List.of("one more"))).isInstanceOf(RejectedException.class);
            assertThat(jobs.length()).isEqualTo(ids.size() + 1L);
            jobs.ackAll(ids);
            assertThat(jobs.pop().orElseThrow().id()).isEqualTo(last);
        }
    }

    @Test
    void aDeadLetterForAQueueWithoutIdsIsParked() {
        try (Leat leat = Leat.open(directory)) {
            leat.queues().create("dead-{jobs}");
        }
        skipTo(END - 1);
        try (Leat leat = Leat.open(directory)) {
            MessageQueue jobs = leat.queues()
                    .create(
                            "{jobs}",
                            QueueConfig.work().toBuilder()
                                    .deadLetter(QueueName.of("dead-{jobs}"))
                                    .build());
            long id = jobs.enqueue("poison").seq();
            jobs.reject(jobs.consumer("c").receive().orElseThrow(), "poison");

            assertThat(jobs.browse(MessageInfo.State.PARKED))
                    .extracting(MessageInfo::seq)
                    .containsExactly(id);
            assertThat(leat.queue("dead-{jobs}").info().messages()).isZero();
        }
    }

    @Test
    void anIdBeyondAllIdsIsNotThere() {
        try (Leat leat = Leat.open(directory);
                DurableQueue<String> jobs =
                        leat.durableQueue("jobs", Codec.text()).openLazy()) {
            jobs.push("a");

            for (long id : new long[] {-1, END, Long.MIN_VALUE, Long.MAX_VALUE}) {
                assertThat(jobs.get(id)).isEmpty();
                jobs.ack(id);
            }
            assertThat(jobs.length()).isEqualTo(1);
        }
    }

    /** Makes the one queue of a closed engine look as if all ids before this one were given out and done. */
    private void skipTo(long next) {
        try (Store store = RocksStore.open(directory.resolve("store"), StoreSettings.defaults())) {
            Batch batch = new Batch();
            MessageMemory memory = new MessageMemory(more -> {}, 2000);
            store.scan(new byte[] {'Q'}, new byte[] {'R'}, (key, value) -> {
                Queue queue = queue(key, value, memory);
                queue.nextSeq = next;
                queue.next[0] = next;
                queue.dropped.addRange(0, next);
                batch.put(key, QueueRow.OfQueue.bytes(queue));
                return true;
            });
            store.scan(new byte[] {'V'}, new byte[] {'W'}, (key, value) -> {
                byte[] row = store.get(QueueKeys.queue(QueueKeys.numberOf(key)));
                Group group = ((QueueRow.OfGroup) QueueRow.read(key, value))
                        .restored(queue(QueueKeys.queue(QueueKeys.numberOf(key)), row, memory));
                group.done.addRange(0, next);
                batch.put(key, QueueRow.OfGroup.bytes(group));
                return true;
            });
            store.commit(batch);
            store.flush();
        }
    }

    private static Queue queue(byte[] key, byte[] value, MessageMemory memory) {
        return ((QueueRow.OfQueue) QueueRow.read(key, value)).restored(memory);
    }
}
