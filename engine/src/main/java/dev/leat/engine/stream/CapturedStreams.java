package dev.leat.engine.stream;

import java.util.ArrayList;
import java.util.List;

/**
 * What a checkpoint has to write for one shard: the state of every stream that changed, as it was at the end of one turn.
 * Taken on the shard's thread, written by another.
 */
public final class CapturedStreams {
    private final int shard;
    private final long counter;
    private final List<Item> items;
    private final List<Long> removed;

    /** A stream that changed. Its chunks are sealed; the record is a copy. */
    record Item(
            StreamState stream,
            StreamRecord record,
            Chunk[] chunks,
            List<ProducerState> producers,
            List<String> forgotten) {

        static Item of(StreamState stream) {
            stream.hot.seal();
            return new Item(
                    stream,
                    StreamRecord.of(stream),
                    stream.hot.chunks(),
                    changedProducers(stream),
                    stream.takeForgotten());
        }

        private static List<ProducerState> changedProducers(StreamState stream) {
            if (stream.producers == null) {
                return List.of();
            }
            List<ProducerState> changed = new ArrayList<>();
            for (ProducerState producer : stream.producers.values()) {
                if (producer.dirty) {
                    producer.dirty = false;
                    changed.add(new ProducerState(producer.id, producer.epoch, producer.seq, producer.used));
                }
            }
            return changed;
        }
    }

    CapturedStreams(int shard, long counter, List<Item> items, List<Long> removed) {
        this.shard = shard;
        this.counter = counter;
        this.items = items;
        this.removed = removed;
    }

    public int shard() {
        return shard;
    }

    long counter() {
        return counter;
    }

    List<Item> items() {
        return items;
    }

    List<Long> removed() {
        return removed;
    }
}
