package dev.leat.bench.http;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.leat.bench.http.client.HttpConnection;
import dev.leat.bench.http.client.HttpExchange;
import dev.leat.bench.http.client.HttpRequest;
import dev.leat.bench.http.client.Server;
import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.SelectorLoop;
import dev.leat.bench.run.Window;
import dev.leat.bench.run.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.OptionalLong;

/** SSE connections on which nothing happens: what each costs the server in memory. */
final class IdleWorkload implements Workload {
    private static final long SECOND = 1_000_000_000;
    private static final int SPARE_FILES = 64;
    private static final int TOGETHER = 100;
    private static final int FIRST = 500;

    private final SelectorLoop loop = new SelectorLoop();
    private final Server server;
    private final String stream;
    private final MeasuredProcess process;
    private final int count;
    private final Runnable settle;
    private int waiting;
    private int connected;
    private int lost;

    /** @param settle runs before the server's memory is read */
    IdleWorkload(ScratchStreams scratch, int count, Runnable settle) {
        this.server = scratch.server();
        this.count = count;
        this.settle = settle;
        this.process = process(server);
        checkFiles();
        this.stream = scratch.create("idle", HttpRequest.TEXT);
    }

    private static MeasuredProcess process(Server server) {
        Long given = server.pid();
        return given != null ? new MeasuredProcess(given) : new MeasuredProcess(listener(server));
    }

    private static long listener(Server server) {
        InetSocketAddress address = server.address();
        try {
            OptionalLong found = MeasuredProcess.listeningAt(address.getAddress(), address.getPort());
            return found.orElseThrow(() -> new BenchException("no process of this machine listens at "
                    + server.authority() + " that may be looked at: give --pid"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void checkFiles() {
        var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long here = system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount() - SPARE_FILES;
        long there = process.mostOpenFiles() - SPARE_FILES;
        if (here < count || there < count) {
            throw new BenchException(String.format(
                    "%,d connections need as many file descriptors; the generator has %,d left, the server may have %,d: ulimit -n",
                    count, here, there));
        }
    }

    /** A connection whose answer begins and does not end. */
    private final class Waiting implements HttpExchange {

        void begin() {
            HttpConnection connection = HttpConnection.open(loop, server, this);
            connection.send(HttpRequest.read(server, stream, FollowMode.SSE.query("now", "")));
            waiting++;
        }

        @Override
        public void head(HttpConnection from) {
            connected += from.response().isGood() ? 1 : 0;
        }

        @Override
        public void answered(HttpConnection from) {
            lost++;
        }

        @Override
        public void broken(HttpConnection from) {
            lost++;
        }
    }

    /** The time does not matter. The first few are not charged: with them come classes and buffers that all share. */
    @Override
    public Window run(double seconds) {
        open(Math.min(FIRST, count / 10));
        int before = waiting;
        long start = settledBytes();
        open(count - before);
        double each = (settledBytes() - start) / 1024.0 / (count - before);
        if (lost > 0) {
            throw new BenchException(server.name() + " ended " + lost + " of " + count + " idle connections");
        }
        return Window.of(each, 0);
    }

    private void open(int more) {
        for (int i = 1; i <= more; i++) {
            new Waiting().begin();
            if (i % TOGETHER == 0 || i == more) {
                await();
            }
        }
    }

    private void await() {
        boolean all = loop.runUntil(() -> lost > 0 || connected == waiting, System.nanoTime() + 30 * SECOND);
        if (!all || lost > 0) {
            throw new BenchException(server.name() + " did not take " + waiting + " followers");
        }
    }

    private long settledBytes() {
        loop.runUntil(System.nanoTime() + SECOND);
        settle.run();
        return process.residentBytes();
    }

    @Override
    public void close() {
        loop.close();
    }
}
