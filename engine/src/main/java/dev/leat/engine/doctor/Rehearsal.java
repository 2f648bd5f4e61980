package dev.leat.engine.doctor;

import dev.leat.engine.presence.PresenceShard;
import dev.leat.engine.queue.QueueShard;
import dev.leat.engine.shard.Features;
import dev.leat.engine.stream.StreamRecovery;
import dev.leat.engine.stream.StreamShard;
import dev.leat.engine.subscription.SubscriptionShard;
import dev.leat.storage.store.Store;
import java.util.Arrays;

/** A recovery of shards that nobody will use: no thread runs them, nothing is written. */
final class Rehearsal {
    private Rehearsal() {}

    static StreamRecovery of(Store store, int shards) {
        StreamShard[] streams = StreamShard.idle(shards);
        SubscriptionShard[] subscriptions = SubscriptionShard.idle(shards);
        SubscriptionShard.load(store, subscriptions);
        PresenceShard[] presence = new PresenceShard[shards];
        Arrays.setAll(presence, shard -> new PresenceShard(streams[shard]));
        PresenceShard.load(store, presence);
        QueueShard[] queues = QueueShard.idle(streams, presence);
        QueueShard.load(store, queues);
        Features[] features = new Features[shards];
        Arrays.setAll(
                features, shard -> Features.of(streams[shard], subscriptions[shard], presence[shard], queues[shard]));
        return new StreamRecovery(store, streams, features);
    }
}
