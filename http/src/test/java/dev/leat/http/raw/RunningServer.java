package dev.leat.http.raw;

import dev.leat.Leat;
import dev.leat.engine.Settings;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import dev.leat.http.exchange.Bounds;
import dev.leat.http.stream.LiveSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** An engine and the server in front of it, for one test. */
public final class RunningServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Leat leat;
    private final SliceCount slices;
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final LeatServer server;
    private final Wire wire;

    private RunningServer(Leat leat, ServerSettings settings, Access access) {
        this.leat = leat;
        this.wire = settings.tls() == null ? Wire.CLEAR : Wire.TLS;
        this.slices = new SliceCount(leat.engine());
        this.server = LeatServer.start(slices.engine(), settings.withPort(0), access, registry);
    }

    public static RunningServer inMemory(ServerSettings settings) {
        return inMemory(settings, Access.OPEN);
    }

    public static RunningServer inMemory(ServerSettings settings, Access access) {
        return new RunningServer(Leat.inMemory(), settings, access);
    }

    public static RunningServer inMemory() {
        return inMemory(ServerSettings.defaults());
    }

    public static RunningServer on(Path directory, Settings engine, ServerSettings settings) {
        return new RunningServer(Leat.open(directory, engine), settings, Access.OPEN);
    }

    public static ServerSettings settings(int readBytes, List<String> origins) {
        return settings(ServerSettings.defaults().host(), null, readBytes, origins, List.of());
    }

    /** How a server is called, and by the pages of which origins it may be used; null for the usual ones. */
    public static ServerSettings settings(
            String host, @Nullable String publicUrl, @Nullable List<String> origins, List<String> allowedHosts) {
        return settings(host, publicUrl, ServerSettings.defaults().readBytes(), origins, allowedHosts);
    }

    private static ServerSettings settings(
            String host,
            @Nullable String publicUrl,
            int readBytes,
            @Nullable List<String> origins,
            List<String> allowedHosts) {
        ServerSettings defaults = ServerSettings.defaults();
        return new ServerSettings(
                host,
                0,
                defaults.eventLoops(),
                publicUrl,
                readBytes,
                true,
                origins,
                allowedHosts,
                defaults.drain(),
                defaults.bounds(),
                defaults.live(),
                defaults.webhooks(),
                null,
                defaults.rates(),
                false);
    }

    public static LiveSettings live(Duration longPoll, Duration sse) {
        LiveSettings defaults = LiveSettings.defaults();
        return new LiveSettings(
                longPoll, sse, Duration.ofSeconds(15), defaults.queueBytes(), defaults.cursorInterval());
    }

    public static Bounds bounds(Duration idle, Duration body, Duration stalled) {
        Bounds defaults = Bounds.defaults();
        return new Bounds(
                defaults.bodyBytes(),
                defaults.allBodiesBytes(),
                defaults.unsentBytes(),
                defaults.headerBytes(),
                defaults.connections(),
                idle,
                body,
                stalled);
    }

    public Leat leat() {
        return leat;
    }

    /** How many answers to reads are held, with the files that they need. */
    public int openSlices() {
        return slices.open();
    }

    public int followers(String kind) {
        return (int)
                registry.get("leat.http.followers").tag("kind", kind).gauge().value();
    }

    public int followers() {
        return registry.get("leat.http.followers").gauges().stream()
                .mapToInt(gauge -> (int) gauge.value())
                .sum();
    }

    public int requestsInFlight() {
        return (int) registry.get("leat.http.requests.in.flight").gauge().value();
    }

    public long bodiesHeld() {
        return (long) registry.get("leat.http.bodies").gauge().value();
    }

    /** Memory of answers that clients have not taken. */
    public long unsentBytes() {
        return (long) registry.get("leat.http.unsent").gauge().value();
    }

    /** How many connections were cut because all together held too much. */
    public int cutForMemory() {
        return (int) registry.get("leat.http.connections.cut")
                .tag("reason", "unsent")
                .functionCounter()
                .count();
    }

    public int connections() {
        return (int) registry.get("leat.http.connections").gauge().value();
    }

    /** Nothing is left of any client: no slice, no follower, no request, no byte. */
    public void awaitQuiet() throws InterruptedException {
        await("all slices are released", () -> openSlices() == 0);
        await("nobody follows", () -> followers() == 0);
        await("no request is in flight", () -> requestsInFlight() == 0);
        await("no answer is in memory", () -> unsentBytes() == 0);
    }

    public LeatServer server() {
        return server;
    }

    public int port() {
        return server.port();
    }

    public RawConnection connect() throws IOException {
        return wire.connect(port());
    }

    /** A client for whom little fits between it and the server. */
    public RawConnection connectNarrow() throws IOException {
        return wire.connectNarrow(port());
    }

    /** One request on a connection of its own. */
    public RawResponse ask(RawRequest request) throws IOException {
        try (RawConnection connection = connect()) {
            return connection.ask(request);
        }
    }

    /** Everything that a stream holds, page by page. */
    public byte[] readAll(String target) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (RawConnection connection = connect()) {
            String offset = "-1";
            while (true) {
                RawResponse page = connection.ask(RawRequest.get(target + "?offset=" + offset));
                if (page.status() != 200) {
                    throw new AssertionError(page.toString());
                }
                all.writeBytes(page.body());
                offset = page.offset();
                if (page.header("Stream-Up-To-Date") != null) {
                    return all.toByteArray();
                }
            }
        }
    }

    /** Waits for something that has to happen, however slow the machine is. */
    public static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > until) {
                throw new AssertionError("did not happen: " + what);
            }
            Thread.sleep(5);
        }
    }

    @Override
    public void close() {
        server.stop(Duration.ofSeconds(5));
        leat.close();
    }
}
