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
 * Holds back whoever comes before it is open, and then lets them through in the order they came. It counts as open only when the
 * last of those is through, so nobody overtakes: what ends a wait comes after what began it, whichever thread it comes from.
 */
final class StartupGate {
    private static final Logger LOG = LoggerFactory.getLogger(StartupGate.class);

    private final Consumer<Reply<Object>> opening;
    private final AtomicReference<Line> line = new AtomicReference<>(Line.CLOSED);

    private record QueuedCall(Reply<?> reply, Runnable action) {}

    /** Those who wait, and whether that is because somebody is opening. */
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

    /** @param opening begins to open; whoever comes meanwhile waits for its answer */
    StartupGate(Consumer<Reply<Object>> opening) {
        this.opening = opening;
    }

    /** Goes on now or later; or the reply is told why not. */
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

    /** Is told how the opening went. */
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
                LOG.error("somebody who had to wait could not go on", e); // the others have to
            }
        }

        @Override
        public void refused(Rejection rejection) {
            line.getAndSet(Line.CLOSED).held.forEach(each -> each.reply.refused(rejection));
        }
    }
}
