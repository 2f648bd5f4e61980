package dev.leat.engine.doctor;

import dev.leat.api.queue.Presence;
import dev.leat.engine.checkpoint.JournalReplay;
import dev.leat.engine.presence.PresenceShard;
import dev.leat.engine.queue.QueueShard;
import dev.leat.engine.shard.Features;
import dev.leat.engine.stream.StreamRecord;
import dev.leat.engine.stream.StreamShard;
import dev.leat.engine.subscription.SubscriptionShard;
import dev.leat.storage.CorruptionException;
import dev.leat.storage.store.Store;
import java.util.Arrays;
import java.util.List;

/** A recovery of shards that no thread runs: nothing is written. */
final class Rehearsal {
    private final JournalReplay replay;
    private final StreamShard[] streams;

    private Rehearsal(JournalReplay replay, StreamShard[] streams) {
        this.replay = replay;
        this.streams = streams;
    }

    /**
     * Loads everything that a start loads.
     *
     * @throws CorruptionException for the first row that a start would refuse
     */
    static Rehearsal of(Store store, int shards) {
        StreamShard[] streams = StreamShard.idle(shards);
        SubscriptionShard[] subscriptions = SubscriptionShard.idle(shards);
        SubscriptionShard.load(store, subscriptions);
        PresenceShard[] presence = new PresenceShard[shards];
        Arrays.setAll(presence, shard -> new PresenceShard(streams[shard], Presence.DEFAULT_TTL));
        PresenceShard.load(store, presence);
        QueueShard[] queues = QueueShard.idle(streams, presence);
        QueueShard.load(store, queues);
        Features[] features = new Features[shards];
        Arrays.setAll(
                features, shard -> Features.of(streams[shard], subscriptions[shard], presence[shard], queues[shard]));
        StreamShard.load(store, streams);
        JournalReplay replay = new JournalReplay(features);
        replay.load(store);
        return new Rehearsal(replay, streams);
    }

    JournalReplay replay() {
        return replay;
    }

    /** The streams of all shards as they are, hidden ones included. */
    List<StreamRecord> streams() {
        return Arrays.stream(streams).flatMap(shard -> shard.records().stream()).toList();
    }

    /** How many messages the archive does not have yet. */
    long hotMessages() {
        return Arrays.stream(streams).mapToLong(StreamShard::hotMessages).sum();
    }
}
