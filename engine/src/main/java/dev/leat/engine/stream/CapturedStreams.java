package dev.leat.engine.stream;

import dev.leat.engine.archive.ArchiveCompactor;
import dev.leat.engine.archive.RunIndex;
import dev.leat.engine.archive.RunWriter;
import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.CheckpointPart;
import dev.leat.engine.stream.HotTail.Chunk;
import dev.leat.storage.archive.Archive;
import dev.leat.storage.archive.Run;
import dev.leat.storage.store.Batch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Streams of one shard in a checkpoint: the state of every stream that changed, as it was at the end of one turn. Message bytes go to the
 * archive as runs; rows and the places of the runs go to the store.
 */
final class CapturedStreams implements CheckpointPart {
    private final StreamShard shard;
    private final long nextId;
    private final List<Item> items;
    private final List<Long> removed;
    private final List<List<Run>> runs = new ArrayList<>();
    private final List<Run> joinable = new ArrayList<>();

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

    CapturedStreams(StreamShard shard, long nextId, List<Item> items, List<Long> removed) {
        this.shard = shard;
        this.nextId = nextId;
        this.items = items;
        this.removed = removed;
    }

    List<Item> items() {
        return items;
    }

    @Override
    public void writeTo(Archive archive) {
        for (Item item : items) {
            runs.add(
                    item.chunks().length == 0
                            ? List.of()
                            : RunWriter.write(archive, item.record().id(), Arrays.asList(item.chunks())));
        }
    }

    @Override
    public void writeTo(Batch batch) {
        for (long id : removed) {
            remove(id, batch);
        }
        for (int i = 0; i < items.size(); i++) {
            put(items.get(i), runs.get(i), batch);
            count(items.get(i).stream(), runs.get(i));
        }
    }

    private void remove(long id, Batch batch) {
        StreamContext context = shard.context();
        context.runs().removeAll(id, context.segments(), batch);
        batch.delete(StreamKeys.stream(id));
        batch.deleteRange(StreamKeys.producers(id), StreamKeys.producers(id + 1));
    }

    private void put(Item item, List<Run> newRuns, Batch batch) {
        long id = item.record().id();
        batch.put(StreamKeys.stream(id), item.record().toBytes());
        for (String forgotten : item.forgotten()) {
            batch.delete(StreamKeys.producer(id, forgotten));
        }
        for (ProducerState producer : item.producers()) {
            batch.put(StreamKeys.producer(id, producer.id), value(producer));
        }
        for (Run run : newRuns) {
            RunIndex.put(run, shard.context().segments(), batch);
        }
    }

    private static byte[] value(ProducerState producer) {
        return BytesOut.onHeap(24)
                .varint(producer.epoch)
                .varint(producer.seq)
                .varint(producer.used)
                .toBytes();
    }

    private void count(StreamState stream, List<Run> fresh) {
        stream.runs += fresh.size();
        if (stream.runs >= ArchiveCompactor.JOIN_AT) {
            stream.runs = 0;
            joinable.add(fresh.get(fresh.size() - 1));
        }
    }

    @Override
    public List<Run> joinable() {
        return joinable;
    }

    @Override
    public void written() {
        shard.archived(this);
    }

    @Override
    public long nextId() {
        return nextId;
    }
}
