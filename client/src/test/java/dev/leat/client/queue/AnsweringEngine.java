package dev.leat.client.queue;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Reply;
import dev.leat.testkit.QuietEngine;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** An engine behind the server that answers what a test says, and remembers what it was asked. */
final class AnsweringEngine extends QuietEngine {
    private final BlockingQueue<Object> asked = new LinkedBlockingQueue<>();
    private volatile Object answer = new Rejection.DiskFull();

    /** @param next an outcome or a rejection */
    void answers(Object next) {
        this.answer = next;
    }

    /** What it was asked first and nobody has looked at. */
    Object asked() throws InterruptedException {
        return asked.take();
    }

    @SuppressWarnings("unchecked") // a test says what fits
    private void take(Object what, Reply<?> reply) {
        asked.add(what);
        if (answer instanceof Rejection rejection) {
            reply.refused(rejection);
        } else {
            ((Reply<Object>) reply).answered(answer);
        }
    }

    @Override
    public <O extends Outcome> void submit(Command<O> command, Reply<? super O> reply) {
        take(command, reply);
    }

    @Override
    public <O extends Outcome> void ask(Query<O> query, Reply<? super O> reply) {
        take(query, reply);
    }
}
