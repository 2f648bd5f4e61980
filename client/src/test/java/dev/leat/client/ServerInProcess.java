package dev.leat.client;

import dev.leat.Leat;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;

/** An engine in memory and the server in front of it, for one test. */
public final class ServerInProcess implements AutoCloseable {
    private final Leat leat = Leat.inMemory();
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final LeatServer server;

    private final String host;

    private ServerInProcess(ServerSettings settings, Access access) {
        this.host = settings.tls() == null ? "http://127.0.0.1:" : "https://localhost:";
        this.server = LeatServer.start(leat.engine(), settings.withPort(0), access, registry);
    }

    public static ServerInProcess start() {
        return start(ServerSettings.defaults());
    }

    public static ServerInProcess start(ServerSettings settings) {
        return new ServerInProcess(settings, Access.OPEN);
    }

    public static ServerInProcess start(Access access) {
        return new ServerInProcess(ServerSettings.defaults(), access);
    }

    public String url() {
        return host + server.port();
    }

    public int port() {
        return server.port();
    }

    /** What the server counts. */
    public MeterRegistry registry() {
        return registry;
    }

    /** The same engine without the server. */
    public Leat leat() {
        return leat;
    }

    @Override
    public void close() {
        server.stop(Duration.ZERO);
        leat.close();
    }
}
