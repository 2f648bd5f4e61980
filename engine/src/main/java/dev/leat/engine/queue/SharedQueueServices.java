package dev.leat.engine.queue;

import dev.leat.engine.figures.Meters;
import dev.leat.engine.queue.codec.DeliveryIdCipher;
import dev.leat.engine.queue.deadletter.PeerShards;
import dev.leat.engine.queue.deadletter.QueueCatalog;
import dev.leat.engine.shard.BlockingExecutor;
import dev.leat.engine.shard.Usage;
import dev.leat.storage.store.Store;

/** Services that the queues of all shards share. */
record SharedQueueServices(
        QueueCatalog catalog,
        PeerShards peers,
        Store store,
        BlockingExecutor blocking,
        Usage usage,
        Meters meters,
        DeliveryIdCipher deliveryIds) {}
