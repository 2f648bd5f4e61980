package dev.leat.bench.queue;

import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.Latencies;
import dev.leat.bench.run.Meter;
import dev.leat.bench.run.Sample;
import dev.leat.bench.run.SelectorLoop;
import dev.leat.bench.run.Window;
import dev.leat.bench.run.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * Connections to one queue, each of which does one thing after the other. A message counts when it has gone all the way: acked, or
 * durable where nothing is received.
 */
final class Traffic implements Workload {
    private static final long LONGEST_ANSWER = 30_000_000_000L;
    private static final long LONGEST_MOVE = 1_000_000_000_000L;
    private static final long ENDLESS = Long.MAX_VALUE;

    private final SelectorLoop loop = new SelectorLoop();
    private final QueueServer server;
    private final CycleShape shape;
    private final List<Slot> slots = new ArrayList<>();
    private final Latencies latencies = new Latencies();
    private boolean running;
    private long counted;
    private long begun;
    private long limit;
    private int active;

    Traffic(QueueServer server, String queue, CycleShape shape, int connections) {
        this.server = server;
        this.shape = shape;
        try {
            for (int i = 0; i < connections; i++) {
                slots.add(new Slot(new ConsumerSlot(queue, "c" + i, Math.max(1, shape.receive()))));
            }
        } catch (RuntimeException e) {
            loop.close();
            throw e;
        }
    }

    /** One connection and how far it is. */
    private final class Slot implements QueueLink.User {
        private final QueueLink link;
        private int owed;
        private int came;
        private int held;
        private boolean waiting;
        private long since;

        Slot(ConsumerSlot slot) {
            link = server.connect(loop, slot, this);
        }

        void start() {
            if (!running || (shape.isFill() && begun >= limit)) {
                rest();
                return;
            }
            since = System.nanoTime();
            begun += shape.enqueue();
            owed = shape.receive();
            if (shape.isDrain()) {
                receive();
            } else {
                link.enqueue(shape.enqueue());
            }
        }

        /** Not before it has acked what it would have acked with the next. */
        private void rest() {
            if (held > 0) {
                link.ack();
            } else {
                link.rest();
            }
        }

        private void receive() {
            waiting = true;
            if (held > 0) {
                link.ackAndReceive(owed);
            } else {
                link.receive(owed);
            }
        }

        @Override
        public void enqueued() {
            if (shape.isFill()) {
                finished(shape.enqueue());
            } else {
                receive();
            }
        }

        /** A connection that only takes can stop waiting; the others have put in what they wait for. */
        @Override
        public void received(int messages) {
            waiting = false;
            came = messages;
            if (shape.acks() == CycleShape.Acks.WITH_THE_NEXT) {
                hold(messages);
            } else if (messages > 0) {
                link.ack();
            } else if (running || !shape.isDrain()) {
                receive();
            } else {
                link.rest();
            }
        }

        /** What came before is acked by now. */
        private void hold(int messages) {
            count(held);
            held = messages;
            owed -= messages;
            if (owed > 0) {
                receive();
            } else {
                finished(0);
            }
        }

        @Override
        public void acked() {
            if (held > 0) {
                held = 0;
                link.rest();
                return;
            }
            owed -= came;
            if (owed > 0 && !shape.isDrain()) {
                count(came);
                receive();
            } else {
                finished(came);
            }
        }

        private void finished(int messages) {
            count(messages);
            if (running) {
                latencies.add(System.nanoTime() - since);
            }
            start();
        }

        /** Everything that is to be moved was moved: no connection waits for more. */
        void stop() {
            if (waiting && shape.isDrain()) {
                link.rest();
            }
        }

        @Override
        public void rested() {
            active--;
        }
    }

    private void count(int messages) {
        if (running) {
            counted += messages;
        }
    }

    @Override
    public Window run(double seconds) {
        return run(ENDLESS, 1, System.nanoTime() + (long) (seconds * 1e9)).getFirst();
    }

    /** Goes on until so many messages have gone all the way. A window for each of some equal parts. */
    List<Window> move(long messages, int parts) {
        List<Window> windows = run(messages, parts, System.nanoTime() + LONGEST_MOVE);
        if (counted < messages) {
            throw new BenchException(server.name() + " moved only " + counted + " of " + messages + " messages");
        }
        return windows;
    }

    private List<Window> run(long messages, int parts, long deadline) {
        counted = 0;
        begun = 0;
        limit = messages;
        running = true;
        active = slots.size();
        slots.forEach(Slot::start);
        List<Window> windows = new ArrayList<>();
        for (int part = 1; part <= parts; part++) {
            windows.add(measure(limit / parts * part, deadline));
        }
        stop();
        return windows;
    }

    private Window measure(long until, long deadline) {
        latencies.clear();
        long before = counted;
        Meter meter = Meter.start();
        loop.runUntil(() -> counted >= until, deadline);
        Sample sample = meter.stop(counted - before);
        return Window.ofRate(sample.perSecond(), latencies, 0, sample.cpuSeconds() / sample.seconds());
    }

    private void stop() {
        running = false;
        slots.forEach(Slot::stop);
        if (!loop.runUntil(() -> active == 0, System.nanoTime() + LONGEST_ANSWER)) {
            throw new BenchException(server.name() + " owes something to " + active + " connections for 30 s");
        }
    }

    @Override
    public void close() {
        loop.close();
    }
}
