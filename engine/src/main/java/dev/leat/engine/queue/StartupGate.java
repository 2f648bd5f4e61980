package dev.leat.engine.queue;

import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues calls until startup completes, then runs them in arrival order. It counts as open only after the last queued call ran, so later
 * calls cannot overtake queued ones: the end of a wait follows its begin, from whichever thread it comes.
 */
final class StartupGate {
    private static final Logger LOG = LoggerFactory.getLogger(StartupGate.class);

    private final Consumer<Reply<Object>> opening;
    private final AtomicReference<Line> line = new AtomicReference<>(Line.CLOSED);

    private record QueuedCall(Reply<?> reply, Runnable action) {}

    /** The queued calls, and whether the gate is open or opening. */
    private record Line(boolean open, boolean opening, List<QueuedCall> held) {
        static final Line CLOSED = new Line(false, false, List.of());
        static final Line OPEN = new Line(true, false, List.of());
        static final Line OPENING = new Line(false, true, List.of());

        Line with(QueuedCall last) {
            List<QueuedCall> longer = new ArrayList<>(held);
            longer.add(last);
            return new Line(false, true, longer);
        }
    }

    /** @param opening starts to open the gate; calls that arrive meanwhile wait for its reply */
    StartupGate(Consumer<Reply<Object>> opening) {
        this.opening = opening;
    }

    /** Runs the action now or later, or refuses the reply if opening fails. */
    void pass(Reply<?> reply, Runnable action) {
        if (line.get().open) {
            action.run();
            return;
        }
        QueuedCall held = new QueuedCall(reply, action);
        Line before = line.getAndUpdate(known -> known.open ? known : known.with(held));
        if (before.open) {
            action.run();
        } else if (!before.opening) {
            opening.accept(new Opened());
        }
    }

    /** Reply of the opening: runs the queued calls, or refuses them. */
    private final class Opened implements Reply<Object> {
        @Override
        public void answered(Object outcome) {
            Line some = line.getAndSet(Line.OPENING);
            while (true) {
                some.held.forEach(this::run);
                if (line.compareAndSet(Line.OPENING, Line.OPEN)) {
                    return;
                }
                some = line.getAndSet(Line.OPENING);
            }
        }

        private void run(QueuedCall held) {
            try {
                held.action.run();
            } catch (RuntimeException e) {
                LOG.error("a call queued during startup failed; the others continue", e);
            }
        }

        @Override
        public void refused(Rejection rejection) {
            line.getAndSet(Line.CLOSED).held.forEach(each -> each.reply.refused(rejection));
        }
    }
}
