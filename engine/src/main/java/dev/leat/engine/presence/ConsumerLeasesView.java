package dev.leat.engine.presence;

import dev.leat.api.queue.ConsumerName;
import dev.leat.engine.shard.Changes;

/** What presence wants to know of the queues, and what they want to know of it. */
public interface ConsumerLeasesView {

    ConsumerLeasesView NONE = new ConsumerLeasesView() {
        @Override
        public int count(long queue, int group, ConsumerName consumer) {
            return 0;
        }

        @Override
        public void expired(long queue, int group, ConsumerName consumer, Changes changes) {}
    };

    /** How many deliveries a consumer has. */
    int count(long queue, int group, ConsumerName consumer);

    /** A consumer has just expired, with all its instances. */
    void expired(long queue, int group, ConsumerName consumer, Changes changes);
}
