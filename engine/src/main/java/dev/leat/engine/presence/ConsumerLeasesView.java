package dev.leat.engine.presence;

import dev.leat.api.queue.ConsumerName;
import dev.leat.engine.shard.Changes;

/** The leases of consumers, as presence needs them: it asks for their number, and reports consumers that expire. */
public interface ConsumerLeasesView {

    ConsumerLeasesView NONE = new ConsumerLeasesView() {
        @Override
        public int count(long queue, int group, ConsumerName consumer) {
            return 0;
        }

        @Override
        public void expired(long queue, int group, ConsumerName consumer, Changes changes) {}
    };

    /** Returns the number of leases of a consumer. */
    int count(long queue, int group, ConsumerName consumer);

    /** Called when a consumer has expired with all its instances. */
    void expired(long queue, int group, ConsumerName consumer, Changes changes);
}
