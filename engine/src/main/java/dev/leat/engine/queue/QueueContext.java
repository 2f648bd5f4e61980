package dev.leat.engine.queue;

import dev.leat.api.QueueName;
import dev.leat.engine.meter.Meters;
import dev.leat.engine.shard.BlockingExecutor;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Usage;
import dev.leat.storage.store.Store;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** What the queues of all shards share. */
record QueueContext(
        QueueDirectory directory,
        Router router,
        Store store,
        BlockingExecutor blocking,
        Usage usage,
        Meters meters,
        DeliveryIdCipher seal) {

    /** How the queues of one shard get something done by those of another. */
    interface Router {

        /** Runs on the shard that has, or would have, a queue of this name; also if too much waits there. */
        void force(QueueName queue, BiConsumer<QueueShard, Changes> errand);

        /** Makes a call on the shard that has, or would have, a queue of this name; also if too much waits there. */
        default void call(QueueName queue, Function<QueueShard, Call> call) {}

        /** Runs on the shard that has, or had, the queue of this number. */
        default void forceHome(long queue, BiConsumer<QueueShard, Changes> errand) {}
    }
}
