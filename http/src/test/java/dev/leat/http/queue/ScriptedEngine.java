package dev.leat.http.queue;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.Reply;
import dev.leat.testkit.QuietEngine;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** An engine that answers what a test says, or not at all, and remembers what it was asked. */
final class ScriptedEngine extends QuietEngine {
    private final Function<Object, Object> script;
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final List<Reply<?>> ended = new CopyOnWriteArrayList<>();

    /** A command or query, and who waits for its answer. */
    record Asked(Object what, Reply<?> reply) {

        @SuppressWarnings("unchecked")
        void answer(Outcome outcome) {
            ((Reply<Outcome>) reply).answered(outcome);
        }
    }

    /** @param script gives an outcome, a rejection, or null for no answer */
    ScriptedEngine(Function<Object, Object> script) {
        this.script = script;
    }

    /** Refuses everything in the same way. */
    static ScriptedEngine refusing(Rejection rejection) {
        return new ScriptedEngine(what -> rejection);
    }

    /** What it was asked of one kind. */
    List<Asked> asked(Class<?> kind) {
        return asked.stream().filter(one -> kind.isInstance(one.what)).toList();
    }

    private void take(Object what, Reply<?> reply) {
        Asked one = new Asked(what, reply);
        asked.add(one);
        switch (script.apply(what)) {
            case Rejection rejection -> reply.refused(rejection);
            case Outcome outcome -> one.answer(outcome);
            case null -> {}
            default -> throw new AssertionError("neither an outcome nor a rejection");
        }
    }

    @Override
    public <O extends Outcome> void submit(Command<O> command, Reply<? super O> reply) {
        take(command, reply);
    }

    @Override
    public void endWait(Command<?> command, Reply<?> reply) {
        ended.add(reply);
        if (command instanceof QueueCommand.Enqueue enqueue) {
            reply.refused(new Rejection.QueueFull(enqueue.queue(), Duration.ofSeconds(1)));
        } else {
            new Asked(command, reply).answer(new Deliveries(List.of(), false));
        }
    }

    /** Whether a receive was told to wait no longer. */
    boolean isEnded(Asked one) {
        return ended.contains(one.reply);
    }

    @Override
    public <O extends Outcome> void ask(Query<O> query, Reply<? super O> reply) {
        take(query, reply);
    }
}
