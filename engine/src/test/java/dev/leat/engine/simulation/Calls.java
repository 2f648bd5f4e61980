package dev.leat.engine.simulation;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Reply;
import dev.leat.engine.invariant.Ledger.Page;
import dev.leat.engine.stream.Streams;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The commands on their way in a simulation: each is answered once, or never because of a crash. */
public final class Calls {
    private final Course course;
    private final Supplier<Streams> streams;
    private final Set<Sent> pending = new LinkedHashSet<>();

    /** A command on its way, and what to do with its answer. */
    static final class Sent {
        private final Page page;
        private final Consumer<Outcome> onAnswer;
        private final Consumer<Rejection> onRefusal;
        private final Runnable onCrash;
        private final boolean exclusive;

        Sent(
                Page page,
                boolean exclusive,
                Consumer<Outcome> onAnswer,
                Consumer<Rejection> onRefusal,
                Runnable onCrash) {
            this.page = page;
            this.exclusive = exclusive;
            this.onAnswer = onAnswer;
            this.onRefusal = onRefusal;
            this.onCrash = onCrash;
        }

        private void begin() {
            page.pending++;
            page.exclusive += exclusive ? 1 : 0;
        }

        private void end() {
            page.pending--;
            page.exclusive -= exclusive ? 1 : 0;
        }
    }

    private final class SentReply implements Reply<Outcome> {
        private final Sent sent;

        SentReply(Sent sent) {
            this.sent = sent;
        }

        @Override
        public void answered(Outcome outcome) {
            done(outcome.toString());
            sent.onAnswer.accept(outcome);
        }

        @Override
        public void refused(Rejection rejection) {
            done(rejection.toString());
            sent.onRefusal.accept(rejection);
        }

        private void done(String how) {
            course.trace(sent.page.path + " " + how);
            if (!pending.remove(sent)) {
                throw new AssertionError("answered twice: " + sent.page.path + " " + how);
            }
            sent.end();
        }
    }

    Calls(Course course, Supplier<Streams> streams) {
        this.course = course;
        this.streams = streams;
    }

    void send(Command.OfStream<?> command, Sent sent) {
        pending.add(sent);
        sent.begin();
        course.trace(sent.page.path + " " + command.getClass().getSimpleName());
        streams.get().submit(command, new SentReply(sent));
    }

    Set<Sent> pending() {
        return pending;
    }

    /** Nothing on its way will be answered any more. */
    void crash() {
        for (Sent sent : List.copyOf(pending)) {
            sent.end();
            sent.onCrash.run();
        }
        pending.clear();
    }
}
