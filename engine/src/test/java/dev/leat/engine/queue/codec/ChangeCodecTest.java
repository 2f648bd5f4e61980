package dev.leat.engine.queue.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.queue.state.QueueTable;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.testkit.Seeds;
import java.util.HashSet;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChangeCodecTest {
    private final QueueTable table = new QueueTable(3);
    private final QueueTable replayed = new QueueTable(3);

    @Seeds(50)
    void whatIsReadFromTheJournalComesToTheSame(long seed) {
        RandomChanges changes = new RandomChanges(new Random(seed), table);
        for (int step = 0; step < 300; step++) {
            QueueChange change = changes.next();
            table.apply(change, changes.time());

            replayed.apply(writtenAndRead(change), changes.time());

            if (step % 20 == 19) {
                assertThat(Picture.of(replayed)).isEqualTo(Picture.of(table));
            }
        }
        compareMessages();
    }

    private static QueueChange writtenAndRead(QueueChange change) {
        byte[] bytes = bytes(change);
        BytesIn in = new BytesIn(bytes);
        QueueChange read = ChangeCodec.read(ChangeCodec.kind(change), in);
        assertThat(in.hasMore()).as("more than %s", read).isFalse();
        assertThat(bytes(read)).isEqualTo(bytes);
        return read;
    }

    private static byte[] bytes(QueueChange change) {
        BytesOut out = BytesOut.onHeap(64);
        ChangeCodec.write(change, out);
        return out.toBytes();
    }

    private void compareMessages() {
        for (Queue queue : table.all()) {
            queue.resident.forEach(message -> {
                QueuedMessage same = Objects.requireNonNull(Objects.requireNonNull(replayed.find(queue.number))
                        .resident
                        .get(message.at()));
                assertThat(Picture.of(same)).isEqualTo(Picture.of(message));
            });
        }
    }

    @Test
    void randomChangesAreOfAllKinds() {
        Set<Class<?>> kinds = new HashSet<>();
        RandomChanges changes = new RandomChanges(new Random(1), table);
        for (int step = 0; step < 5000; step++) {
            QueueChange change = changes.next();
            table.apply(change, changes.time());
            kinds.add(change.getClass());
        }

        assertThat(kinds).containsExactlyInAnyOrder(QueueChange.class.getPermittedSubclasses());
    }
}
