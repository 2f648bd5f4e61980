package dev.leat.engine.queue.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.MessageMemory;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.queue.state.QueueTable;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.CheckpointPart;
import dev.leat.engine.shard.Rows;
import dev.leat.storage.settings.StoreSettings;
import dev.leat.storage.store.Batch;
import dev.leat.storage.store.RocksStore;
import dev.leat.storage.store.Store;
import dev.leat.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Whatever happens to queues, and whenever checkpoints are taken: what is loaded and replayed is what was there. */
class QueueRecoveryTest {
    private static final int SHARD = 2;

    private final List<byte[]> journal = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private long resident;

    @TempDir
    Path directory;

    @Tag("checklist-22")
    @Seeds(30)
    void aRestartFindsEverythingAsItWas(long seed) {
        Random random = new Random(seed);
        QueueTable table = table();
        try (Store store = RocksStore.open(directory.resolve("s"), StoreSettings.defaults())) {
            RandomChanges changes = new RandomChanges(random, table);
            for (int step = 0; step < 600; step++) {
                apply(table, changes.next(), changes.time());
                if (random.nextInt(50) == 0) {
                    checkpoint(table, changes, store, random);
                } else if (random.nextInt(150) == 0) {
                    table = restarted(table, store, changes.time());
                    changes = new RandomChanges(random, table, changes.time());
                }
            }
            table = restarted(table, store, changes.time());
            checkpoint(table, new RandomChanges(random, table, changes.time()), store, random);
            nothingIsTooMuch(table, store);
        }
    }

    private QueueTable table() {
        resident = 0;
        return new QueueTable(SHARD, new MessageMemory(more -> resident += more, 2000));
    }

    private static CheckpointPart capture(QueueTable table) {
        return CheckpointRows.capture(
                table, taken -> taken.forEach(of -> of.queue().resident.stored(of.messages(), of.queue()::isNear)));
    }

    private void apply(QueueTable table, QueueChange change, long time) {
        BytesOut out = BytesOut.onHeap(64).u8(ChangeCodec.kind(change));
        ChangeCodec.write(change, change instanceof QueueChange.OfEntry of ? table.entry(of) : null, out);
        journal.add(out.toBytes());
        times.add(time);
        table.apply(change, time);
    }

    /** While a checkpoint is being written, things go on; before it is durable, the process may end. */
    private void checkpoint(QueueTable table, RandomChanges changes, Store store, Random random) {
        int position = journal.size();
        CheckpointPart part = capture(table);
        for (int i = random.nextInt(5); i > 0; i--) {
            apply(table, changes.next(), changes.time());
        }
        Batch batch = new Batch();
        part.writeTo(batch);
        store.commit(batch);
        store.flush();
        journal.subList(0, position).clear();
        times.subList(0, position).clear();
        if (random.nextInt(4) > 0) {
            part.written();
        }
    }

    private QueueTable restarted(QueueTable table, Store store, long now) {
        QueueTable restarted = table();
        for (char letter : QueueRow.LOADED) {
            Rows.scan(store, letter, (key, value) -> {
                QueueRow.read(key, value).restore(restarted);
                return true;
            });
        }
        for (int i = 0; i < journal.size(); i++) {
            restarted.apply(read(journal.get(i)), times.get(i));
        }
        assertThat(picture(restarted, now)).isEqualTo(picture(table, now));
        sameMessages(table, restarted, store);
        return restarted;
    }

    private static QueueChange read(byte[] change) {
        BytesIn in = new BytesIn(change);
        return ChangeCodec.read(in.u8(), in);
    }

    private static String picture(QueueTable table, long now) {
        for (Queue queue : table.all()) {
            queue.dedup.forget(now);
            queue.groups.values().forEach(Group::rewind);
        }
        return Picture.of(table);
    }

    private void sameMessages(QueueTable table, QueueTable restarted, Store store) {
        for (Queue queue : table.all()) {
            Queue same = Objects.requireNonNull(restarted.find(queue.number));
            queue.absent(queue.dropped).forEach((from, to) -> {
                for (long at = from; at < to; at++) {
                    assertThat(Picture.of(message(same, at, store))).isEqualTo(Picture.of(message(queue, at, store)));
                }
            });
            queue.resident.forEach(
                    message -> assertThat(queue.dropped.contains(message.at())).isFalse());
        }
        assertThat(resident).isGreaterThanOrEqualTo(0);
    }

    private static QueuedMessage message(Queue queue, long at, Store store) {
        QueuedMessage message = queue.resident.get(at);
        byte[] key = QueueKeys.message(queue.number, at);
        return message != null
                ? message
                : QueueRow.message(key, Objects.requireNonNull(store.get(key), "message " + at));
    }

    private static void nothingIsTooMuch(QueueTable table, Store store) {
        Batch last = new Batch();
        capture(table).writeTo(last);
        store.commit(last);
        List<Queue> queues = new ArrayList<>(table.all());
        assertThat(rows('M', store))
                .isEqualTo(queues.stream().mapToLong(queue -> queue.messages).sum());
        assertThat(rows('Q', store)).isEqualTo(queues.size());
        assertThat(rows('V', store))
                .isEqualTo(
                        queues.stream().mapToLong(queue -> queue.groups.size()).sum());
        assertThat(rows('T', store))
                .isEqualTo(
                        queues.stream().mapToLong(queue -> queue.tasks.size()).sum());
        assertThat(rows('E', store))
                .isEqualTo(queues.stream()
                        .flatMap(queue -> queue.groups.values().stream())
                        .mapToLong(group -> group.entries.size())
                        .sum());
    }

    private static long rows(char letter, Store store) {
        long[] rows = {0};
        Rows.scan(store, letter, (key, value) -> {
            rows[0]++;
            return true;
        });
        return rows[0];
    }
}
