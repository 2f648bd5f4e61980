package dev.leat.engine.queue.deadletter;

import dev.leat.api.queue.QueueName;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Access to the queues of other shards. A full inbox rejects nothing. */
public interface PeerShards {

    /** The services of a shard that other shards use. */
    interface Peer {
        Transfers transfers();

        TransferResults transferResults();

        DeadLetterLinker links();

        LateAcks lateAcks();
    }

    /** Runs work on the shard that has, or would have, a queue of this name. */
    void force(QueueName queue, BiConsumer<Peer, Changes> work);

    /** Makes a call on the shard that has, or would have, a queue of this name. */
    default void call(QueueName queue, Function<Peer, Call> call) {}

    /** Runs work on the shard that has, or had, the queue of this number. */
    default void forceHome(long queue, BiConsumer<Peer, Changes> work) {}
}
