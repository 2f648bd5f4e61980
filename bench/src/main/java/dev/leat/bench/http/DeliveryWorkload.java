package dev.leat.bench.http;

import dev.leat.bench.http.client.HttpConnection;
import dev.leat.bench.http.client.HttpExchange;
import dev.leat.bench.http.client.HttpRequest;
import dev.leat.bench.http.client.Server;
import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.Latencies;
import dev.leat.bench.run.Meter;
import dev.leat.bench.run.Sample;
import dev.leat.bench.run.SelectorLoop;
import dev.leat.bench.run.Window;
import dev.leat.bench.run.Workload;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Workload that measures how long a message takes from the append to all followers of the stream. Appends are sent at a fixed rate, and a latency
 * counts from when its append was due: what has to wait for the answer before it is late, and not left out.
 */
final class DeliveryWorkload implements Workload {
    private static final int MESSAGE_BYTES = 256;
    private static final double DELIVERIES = 20_000;
    private static final double SLOWEST = 20;
    private static final double FASTEST = 100;
    private static final long SECOND = 1_000_000_000;
    private static final long LONGEST_DELIVERY = 10 * SECOND;
    private static final long SETTLING = 300_000_000;
    private static final int MOST_CONNECTING = 100;

    private final SelectorLoop loop = new SelectorLoop();
    private final Server server;
    private final String stream;
    private final AppendSchedule course = new AppendSchedule();
    private final List<StreamFollower> followers = new ArrayList<>();
    private final HttpConnection appender;
    private long refused;

    DeliveryWorkload(ScratchStreams scratch, FollowMode live, int count) {
        server = scratch.server();
        stream = scratch.create("follow", HttpRequest.TEXT);
        appender = HttpConnection.open(loop, server, new Appender());
        try {
            connect(live, count);
        } catch (RuntimeException e) {
            loop.close();
            throw e;
        }
    }

    private void connect(FollowMode live, int count) {
        appendAndWait(); // so that there is an offset to follow from
        for (int i = 0; i < count; i++) {
            followers.add(new StreamFollower(loop, server, stream, live, course));
            if (i % MOST_CONNECTING == MOST_CONNECTING - 1) {
                awaitConnected();
            }
        }
        awaitConnected();
        loop.runUntil(System.nanoTime() + SETTLING); // no answer tells when a long-poll has begun to wait
    }

    private void appendAndWait() {
        append(System.nanoTime());
        if (!loop.runUntil(() -> !appender.isBusy(), System.nanoTime() + 30 * SECOND)
                || !appender.response().isGood()) {
            throw new BenchException(
                    server.name() + " answered " + appender.response().status() + " to an append");
        }
    }

    private void awaitConnected() {
        if (!loop.runUntil(
                () -> followers.stream().allMatch(StreamFollower::isConnected), System.nanoTime() + 30 * SECOND)) {
            throw new BenchException(server.name() + " left followers without an answer for 30 s");
        }
    }

    private final class Appender implements HttpExchange {
        @Override
        public void answered(HttpConnection connection) {
            if (connection.response().isGood()) {
                course.acknowledged(connection.response().nextOffset());
            } else {
                broken(connection);
            }
        }

        @Override
        public void broken(HttpConnection connection) {
            refused++;
        }
    }

    private void append(long due) {
        StringBuilder text = new StringBuilder(AppendSchedule.mark(course.sent(due)));
        while (text.length() < MESSAGE_BYTES) {
            text.append('.');
        }
        byte[] body = text.toString().getBytes(StandardCharsets.US_ASCII);
        appender.send(HttpRequest.append(server, stream, HttpRequest.TEXT, body));
    }

    @Override
    public Window run(double seconds) {
        course.begin();
        refused = 0;
        long refusedBefore =
                followers.stream().mapToLong(StreamFollower::refused).sum();
        Meter meter = Meter.start();
        appendFor(seconds);
        loop.runUntil(this::isEverywhere, System.nanoTime() + LONGEST_DELIVERY);
        Sample sample = meter.stop(course.sentSince());
        long refusedAfter =
                followers.stream().mapToLong(StreamFollower::refused).sum();
        Latencies latencies = course.latencies();
        return new Window(
                latencies.millis(0.99),
                latencies.millis(0.5),
                latencies.millis(0.99),
                refused + refusedAfter - refusedBefore,
                (double) latencies.count() / (course.sentSince() * (double) followers.size()),
                sample.cpuSeconds() / sample.seconds());
    }

    private void appendFor(double seconds) {
        long period = (long) (SECOND / Math.clamp(DELIVERIES / followers.size(), SLOWEST, FASTEST));
        long start = System.nanoTime();
        long end = start + (long) (seconds * SECOND);
        for (long due = start; due < end; ) {
            long wait = due - System.nanoTime();
            if (appender.isBusy()) {
                loop.turn(SECOND);
            } else if (wait > 0) {
                loop.turn(wait);
            } else {
                append(due);
                due += period;
            }
        }
    }

    private boolean isEverywhere() {
        return !appender.isBusy() && followers.stream().allMatch(StreamFollower::isUpToDate);
    }

    @Override
    public void close() {
        loop.close();
    }
}
