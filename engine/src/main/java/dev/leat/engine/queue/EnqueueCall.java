package dev.leat.engine.queue;

import dev.leat.api.NewMessage;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/** Puts messages in; if the queue is full and says so, an {@link Entrant} waits for room in its place. */
final class EnqueueCall extends QueueCall<QueueOutcome.Enqueued> {
    /** How long it takes at most to read the messages that would make room. */
    private static final long READING_MILLIS = 10_000;

    private final QueueCommand.Enqueue command;
    private final Reply<? super QueueOutcome.Enqueued> reply;
    private boolean waits;

    EnqueueCall(QueueShard shard, QueueCommand.Enqueue command, Reply<? super QueueOutcome.Enqueued> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
        this.reply = reply;
    }

    @Override
    protected int bytes() {
        int bytes = 0;
        for (NewMessage message : command.messages()) {
            bytes += message.payload().length;
        }
        return bytes;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        boolean waitsForRoom = queue.config.full() == QueueConfig.Full.WAIT
                && !queue.config.fullWait().isZero();
        Rejection flaw = waitsForRoom && !queue.entrants.isEmpty()
                ? Intake.full(queue)
                : shard.intake().flaw(queue, command.messages(), changes);
        if (flaw instanceof Rejection.QueueFull && (waitsForRoom || Intake.isReading(queue)) && mayWait(queue)) {
            waits = true;
            long longest = waitsForRoom ? queue.config.fullWait().toMillis() : READING_MILLIS;
            long number = shard.waiting().nextNumber();
            shard.waiting().wait(queue, new Entrant(this, command, changes.time() + longest, number, reply));
        } else if (command.partial()) {
            decided(new QueueOutcome.Enqueued(shard.intake().takeEach(queue, command.messages(), changes)));
        } else if (flaw == null) {
            decided(new QueueOutcome.Enqueued(shard.intake().take(queue, command.messages(), changes)));
        } else {
            rejected(flaw);
        }
    }

    private static boolean mayWait(Queue queue) {
        int most = queue.config.maxWaiters();
        return most == 0 || queue.entrants.size() < most;
    }

    @Override
    protected void answer() {
        if (!waits) {
            super.answer();
        }
    }

    @Override
    protected void refuse(Rejection rejection) {
        if (!waits) {
            super.refuse(rejection);
        }
    }
}
