package dev.leat.engine.doctor;

import dev.leat.api.Presence;
import dev.leat.engine.presence.PresenceShard;
import dev.leat.engine.queue.QueueShard;
import dev.leat.engine.shard.Features;
import dev.leat.engine.stream.StreamRecovery;
import dev.leat.engine.stream.StreamShard;
import dev.leat.engine.subscription.SubscriptionShard;
import dev.leat.storage.CorruptionException;
import dev.leat.storage.store.Store;
import java.util.Arrays;

/** A recovery of shards that no thread runs: nothing is written. */
final class Rehearsal {
    private Rehearsal() {}

    /**
     * Loads everything that a start loads.
     *
     * @throws CorruptionException for the first row that a start would refuse
     */
    static StreamRecovery of(Store store, int shards) {
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
        StreamRecovery recovery = new StreamRecovery(store, streams, features);
        recovery.load();
        return recovery;
    }
}
