package dev.leat.engine.queue;

import dev.leat.api.QueueName;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/** Looks at a queue and changes nothing. */
final class QueueQueryCall<O> extends QueueCall<O> {
    private final Look<O> look;

    /** What is to be seen. */
    interface Look<O> {

        /** Answers at once. */
        void at(Queue queue, long now, Reply<O> answer);
    }

    QueueQueryCall(QueueShard shard, QueueName name, Look<O> look, Reply<? super O> reply) {
        super(shard, name, reply);
        this.look = look;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        look.at(queue, changes.time(), new Reply<>() {
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
