package dev.leat.engine.queue;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds commands until the secret of delivery ids is stored, then runs them in arrival order. The first command starts that. The gate
 * counts as open only after the last held call ran, so later calls cannot overtake held ones: the end of a wait follows its begin, from
 * whichever thread it comes.
 */
final class DeliverySecretGate {
    private static final Logger LOG = LoggerFactory.getLogger(DeliverySecretGate.class);

    private final Consumer<Reply<Object>> opening;
    private final AtomicReference<State> state = new AtomicReference<>(State.CLOSED);

    private record QueuedCall(Reply<?> reply, Runnable action) {}

    /** The queued calls, and whether the gate is open or opening. */
    private record State(boolean open, boolean opening, List<QueuedCall> held) {
        static final State CLOSED = new State(false, false, List.of());
        static final State OPEN = new State(true, false, List.of());
        static final State OPENING = new State(false, true, List.of());

        State with(QueuedCall last) {
            List<QueuedCall> longer = new ArrayList<>(held);
            longer.add(last);
            return new State(false, true, longer);
        }
    }

    /** @param opening starts to open the gate; calls that arrive meanwhile wait for its reply */
    DeliverySecretGate(Consumer<Reply<Object>> opening) {
        this.opening = opening;
    }

    /** Runs the action now or later, or refuses the reply if opening fails. */
    void pass(Reply<?> reply, Runnable action) {
        if (state.get().open) {
            action.run();
            return;
        }
        QueuedCall held = new QueuedCall(reply, action);
        State before = state.getAndUpdate(known -> known.open ? known : known.with(held));
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
            State some = state.getAndSet(State.OPENING);
            while (true) {
                some.held.forEach(this::run);
                if (state.compareAndSet(State.OPENING, State.OPEN)) {
                    return;
                }
                some = state.getAndSet(State.OPENING);
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
            state.getAndSet(State.CLOSED).held.forEach(each -> each.reply.refused(rejection));
        }
    }
}
