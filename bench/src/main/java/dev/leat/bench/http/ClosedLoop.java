package dev.leat.bench.http;

import dev.leat.bench.http.client.HttpConnection;
import dev.leat.bench.http.client.HttpExchange;
import dev.leat.bench.http.client.HttpRequest;
import dev.leat.bench.http.client.HttpResponse;
import dev.leat.bench.http.client.Server;
import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.Latencies;
import dev.leat.bench.run.Meter;
import dev.leat.bench.run.Sample;
import dev.leat.bench.run.SelectorLoop;
import dev.leat.bench.run.Window;
import dev.leat.bench.run.Workload;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Clients that send a request, wait for its answer, and send the next: one connection each, no pipelining. */
final class ClosedLoop implements Workload {
    private static final long LONGEST_ANSWER = 30_000_000_000L;

    /** A client. */
    interface Client {
        /** Returns the next request; null if there is none left. */
        @Nullable
        HttpRequest next();

        /** Counts what came of a body. */
        default long body(ByteBuffer bytes) {
            return 0;
        }

        /** Counts a good answer. */
        long answered(HttpResponse response);

        /** The answer was not 2xx, or did not come. */
        default void refused() {}
    }

    private final SelectorLoop loop = new SelectorLoop();
    private final Server server;
    private final double unit;
    private final List<Slot> slots = new ArrayList<>();
    private final Latencies latencies = new Latencies();
    private boolean running;
    private boolean counting;
    private int outstanding;
    private long counted;
    private long refused;
    private long answered;

    /** @param unit how much of what is counted makes one of the figure */
    ClosedLoop(Server server, List<? extends Client> clients, double unit) {
        this.server = server;
        this.unit = unit;
        try {
            clients.forEach(client -> slots.add(new Slot(client)));
        } catch (RuntimeException e) {
            loop.close();
            throw e;
        }
    }

    /** A client with its connection. */
    private final class Slot implements HttpExchange {
        private final Client client;
        private final HttpConnection connection;

        Slot(Client client) {
            this.client = client;
            connection = HttpConnection.open(loop, server, this);
        }

        void start() {
            HttpRequest request = running ? client.next() : null;
            if (request != null) {
                outstanding++;
                connection.send(request);
            }
        }

        @Override
        public void body(HttpConnection from, ByteBuffer bytes) {
            if (from.response().isGood()) {
                long count = client.body(bytes);
                counted += counting ? count : 0;
            }
        }

        @Override
        public void answered(HttpConnection from) {
            outstanding--;
            if (from.response().isGood()) {
                good(from);
            } else {
                bad();
            }
            start();
        }

        private void good(HttpConnection from) {
            answered++;
            long count = client.answered(from.response());
            if (counting) {
                counted += count;
                latencies.add(System.nanoTime() - from.sentAt());
            }
        }

        private void bad() {
            refused++;
            client.refused();
        }

        @Override
        public void broken(HttpConnection from) {
            outstanding--;
            bad();
            start();
        }
    }

    @Override
    public Window run(double seconds) {
        counted = 0;
        refused = 0;
        latencies.clear();
        Sample sample = load(seconds);
        return Window.ofRate(sample.perSecond() / unit, latencies, refused, sample.cpuSeconds() / sample.seconds());
    }

    /** All good answers so far, counted in a window or not. */
    long answered() {
        return answered;
    }

    private Sample load(double seconds) {
        long deadline = System.nanoTime() + (long) (seconds * 1e9);
        running = true;
        counting = true;
        Meter meter = Meter.start();
        slots.forEach(Slot::start);
        loop.runUntil(() -> outstanding == 0, deadline);
        Sample sample = meter.stop(counted);
        counting = false;
        running = false;
        if (!loop.runUntil(() -> outstanding == 0, System.nanoTime() + LONGEST_ANSWER)) {
            throw new BenchException(server.name() + " owes " + outstanding + " answers for 30 s");
        }
        return sample;
    }

    @Override
    public void close() {
        loop.close();
    }
}
