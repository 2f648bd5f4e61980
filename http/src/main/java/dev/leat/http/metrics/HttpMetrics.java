package dev.leat.http.metrics;

import dev.leat.http.protocol.HttpMethod;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counters of the server. Every method may be called on any event loop and adds to striped counters. {@link #finished}
 * costs about 30 ns of processor time; a Micrometer timer with the same buckets costs about 107 ns alone, and took
 * twice that in a run where two threads used the same ones. That is why request times are kept here, and only a
 * Prometheus registry is given them.
 */
public final class HttpMetrics {
    private final RequestTimes times = new RequestTimes();
    private final LongAdder inFlight = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder connections = new LongAdder();
    private final LongAdder connectionsOpened = new LongAdder();
    private final LongAdder cut = new LongAdder();
    private final Map<FollowerKind, LongAdder> followers = new EnumMap<>(FollowerKind.class);
    private final Map<Refusal, LongAdder> refused = new EnumMap<>(Refusal.class);
    private final Map<CutReason, LongAdder> connectionsCut = new EnumMap<>(CutReason.class);

    /** Registers everything; there is one of these for a registry. */
    public HttpMetrics(MeterRegistry registry) {
        if (registry instanceof PrometheusMeterRegistry prometheus) {
            prometheus.getPrometheusRegistry().register(times);
        }
        gauge(registry, "leat.http.requests.in.flight", Tags.empty(), inFlight, "Requests that are being answered.");
        gauge(registry, "leat.http.connections", Tags.empty(), connections, "Connections that are open.");
        counter(registry, "leat.http.connections.opened", null, Tags.empty(), connectionsOpened, "Connections opened.");
        counter(registry, "leat.http.received", "bytes", Tags.empty(), received, "Bytes of request bodies.");
        counter(registry, "leat.http.sent", "bytes", Tags.empty(), sent, "Bytes of response bodies.");
        String slow = "Followers whose connection was cut because they left what they were sent unread.";
        counter(registry, "leat.http.followers.cut", null, Tags.empty(), cut, slow);
        for (FollowerKind kind : FollowerKind.values()) {
            LongAdder count = new LongAdder();
            followers.put(kind, count);
            gauge(registry, "leat.http.followers", Tags.of("kind", kind.label()), count, "Clients that stay live.");
        }
        for (CutReason reason : CutReason.values()) {
            LongAdder count = new LongAdder();
            connectionsCut.put(reason, count);
            Tags tags = Tags.of("reason", reason.label());
            String what = "Connections cut because their clients did not take what they were sent.";
            counter(registry, "leat.http.connections.cut", null, tags, count, what);
        }
        for (Refusal reason : Refusal.values()) {
            LongAdder count = new LongAdder();
            refused.put(reason, count);
            Tags tags = Tags.of("reason", reason.label());
            String what = "Requests turned away before the engine was asked.";
            counter(registry, "leat.http.requests.refused", null, tags, count, what);
        }
    }

    /** Watches how much of request bodies is being received. */
    public static void bodies(MeterRegistry registry, Supplier<Number> held) {
        Gauge.builder("leat.http.bodies", held)
                .baseUnit("bytes")
                .description("Request bodies in memory until their requests are answered.")
                .register(registry);
    }

    /** Watches how much memory holds what clients have not taken yet. */
    public static void unsent(MeterRegistry registry, Supplier<Number> held) {
        Gauge.builder("leat.http.unsent", held)
                .baseUnit("bytes")
                .description("Memory of answers that clients have not taken yet.")
                .register(registry);
    }

    private static void gauge(MeterRegistry registry, String name, Tags tags, LongAdder value, String description) {
        Gauge.builder(name, value, LongAdder::sum)
                .tags(tags)
                .description(description)
                .register(registry);
    }

    private static void counter(
            MeterRegistry registry, String name, @Nullable String unit, Tags tags, LongAdder value, String what) {
        FunctionCounter.builder(name, value, LongAdder::sum)
                .baseUnit(unit)
                .tags(tags)
                .description(what)
                .register(registry);
    }

    /** Counts a request whose head was read; a call of {@link #finished} always follows. */
    public void started() {
        inFlight.increment();
    }

    /**
     * Counts the end of a request.
     *
     * @param status 0 if the client left before it got one
     */
    public void finished(Route route, HttpMethod method, int status, long nanos) {
        inFlight.decrement();
        times.record(route, method, status, nanos);
    }

    public void received(long bytes) {
        received.add(bytes);
    }

    public void sent(long bytes) {
        sent.add(bytes);
    }

    public void refused(Refusal reason) {
        count(refused, reason).increment();
    }

    /** Counts a client that begins to wait for messages; a call of {@link #unfollowed} always follows. */
    public void followed(FollowerKind kind) {
        count(followers, kind).increment();
    }

    public void unfollowed(FollowerKind kind) {
        count(followers, kind).decrement();
    }

    /** Counts a follower that was cut because it was too slow. */
    public void cut() {
        cut.increment();
    }

    /** Counts a connection that was cut. */
    public void cut(CutReason reason) {
        count(connectionsCut, reason).increment();
    }

    public void connected() {
        connections.increment();
        connectionsOpened.increment();
    }

    public void disconnected() {
        connections.decrement();
    }

    private static <K extends Enum<K>> LongAdder count(Map<K, LongAdder> counts, K kind) {
        LongAdder count = counts.get(kind);
        if (count == null) {
            throw new IllegalStateException("no counter for " + kind);
        }
        return count;
    }
}
