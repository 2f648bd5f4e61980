package dev.leat.engine.queue;

import dev.leat.api.QueueName;
import dev.leat.engine.meter.Meters;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.stream.Streams;
import dev.leat.engine.stream.Usage;
import dev.leat.storage.store.Store;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** What the queues of all shards share. */
record QueueContext(
        QueueDirectory directory,
        PeerShards peers,
        Store store,
        Streams.Patient patient,
        Usage usage,
        Meters meters,
        DeliveryIdCipher deliveryIds) {}
