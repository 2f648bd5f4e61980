package dev.leat.engine.queue;

import dev.leat.api.QueueName;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import java.util.function.BiConsumer;

/** Looks at a queue and changes nothing. */
final class LookCall<O> extends QueueCall<O> {
    private final BiConsumer<Queue, Reply<O>> look;

    /** @param look answers at once */
    LookCall(QueueShard shard, QueueName name, BiConsumer<Queue, Reply<O>> look, Reply<? super O> reply) {
        super(shard, name, reply);
        this.look = look;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        look.accept(queue, new Reply<>() {
            @Override
            public void answered(O outcome) {
                decided(outcome);
            }

            @Override
            public void refused(Rejection rejection) {
                rejected(rejection);
            }
        });
    }
}
