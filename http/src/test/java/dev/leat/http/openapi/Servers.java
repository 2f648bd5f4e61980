package dev.leat.http.openapi;

import dev.leat.Leat;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Event;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.WebhookCall;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.Settings;
import dev.leat.engine.settings.Limits;
import dev.leat.http.Health;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import dev.leat.http.access.AccessSettings;
import dev.leat.http.access.ApiKey;
import dev.leat.http.access.KeyFile;
import dev.leat.http.access.Scope;
import dev.leat.http.backup.Backups;
import dev.leat.http.exchange.Bounds;
import dev.leat.http.limit.RateSettings;
import dev.leat.http.stream.LiveSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A server for each reason to say no, and one that says yes. */
final class Servers implements AutoCloseable {
    static final int BODY_BYTES = 200;
    static final int STREAM_BYTES = 100;
    static final int HEADER_BYTES = 2048;
    static final int FULL_BYTES = 10;

    private static final ServerSettings SETTINGS = settings();
    private static final Health READY = () -> new Health.Report(Health.Status.READY, null);

    private final List<Runnable> closings = new ArrayList<>();
    private final String weakKey = ApiKey.generate();
    private final String managerKey = ApiKey.generate();
    private final String browserKey = ApiKey.generate();
    private final String strongKey = ApiKey.generate();

    /** Does what it is asked. */
    final int open;
    /** Wants credentials. */
    final int guarded;
    /** Takes one request from everybody, and that has been. */
    final int busy;
    /** Has little room and little patience. */
    final int small;
    /** Has no room for messages. */
    final int full;
    /** Cannot read its disk. */
    final int broken;
    /** Has an engine that is closed. */
    final int stopped;
    /** Counts nothing, and is not ready. */
    final int bare;

    /** Makes backups. */
    final int backed;
    /** Is making a backup all the time. */
    final int copying;

    Servers(Path directory) throws IOException {
        open = start(Leat.inMemory(), SETTINGS, Access.OPEN, prometheus(), READY);
        guarded = start(Leat.inMemory(), SETTINGS, keys(directory), prometheus(), READY);
        busy = start(
                Leat.inMemory(),
                SETTINGS.with(new RateSettings(new RateSettings.Rate(0.001, 1), null)),
                Access.OPEN,
                prometheus(),
                READY);
        small = start(
                Leat.inMemory(Settings.defaults().with(Limits.defaults().withStreamBytes(STREAM_BYTES))),
                SETTINGS.with(new Bounds(
                        BODY_BYTES,
                        Bounds.SIXTH_OF_HEAP,
                        Bounds.QUARTER_OF_DIRECT_MEMORY,
                        HEADER_BYTES,
                        100,
                        Duration.ofMinutes(1),
                        Duration.ofMillis(1),
                        Duration.ofMinutes(1))),
                Access.OPEN,
                prometheus(),
                READY);
        full = start(
                Leat.inMemory(Settings.defaults().with(Limits.defaults().withTotalBytes(FULL_BYTES))),
                SETTINGS,
                Access.OPEN,
                prometheus(),
                READY);
        broken = start(new BrokenEngine(), SETTINGS, Access.OPEN, prometheus(), READY, nowhere(directory));
        Leat closed = Leat.inMemory();
        stopped = start(closed, SETTINGS, Access.OPEN, prometheus(), READY);
        closed.close();
        bare = start(
                Leat.inMemory(),
                SETTINGS,
                Access.OPEN,
                new SimpleMeterRegistry(),
                () -> new Health.Report(Health.Status.DRAINING, "the server is stopping"));
        backed = backed(directory);
        copying = copying(directory);
    }

    /** Backups below something that is no directory. */
    private static Backups nowhere(Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        return new Backups(file, (target, progress) -> {}, InstantSource.system());
    }

    private int backed(Path directory) {
        Leat leat = Leat.open(directory.resolve("data"));
        Path backups = directory.resolve("backups");
        closings.addFirst(leat::close);
        return start(
                leat.engine(),
                SETTINGS,
                Access.OPEN,
                prometheus(),
                READY,
                new Backups(backups, (target, progress) -> leat.backup(target, progress::at), InstantSource.system()));
    }

    private int copying(Path directory) {
        CountDownLatch end = new CountDownLatch(1);
        closings.addFirst(end::countDown);
        Backups backups = new Backups(
                directory.resolve("slow"),
                (target, progress) -> {
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                InstantSource.system());
        return start(new BrokenEngine(), SETTINGS, Access.OPEN, prometheus(), READY, backups);
    }

    private static ServerSettings settings() {
        LiveSettings live = LiveSettings.defaults().withLongPoll(Duration.ofMillis(50));
        return ServerSettings.defaults().withPort(0).withEventLoops(1).with(live);
    }

    private static PrometheusMeterRegistry prometheus() {
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    }

    /** Credentials that are good for nothing that anybody asks for here. */
    String weak() {
        return "Bearer " + weakKey;
    }

    /** Credentials to manage the queue {@code mine} and not to browse it. */
    String manager() {
        return "Bearer " + managerKey;
    }

    /** Credentials to browse the queue {@code mine} and not to manage it. */
    String browser() {
        return "Bearer " + browserKey;
    }

    /** Credentials that are good for everything. */
    String strong() {
        return "Bearer " + strongKey;
    }

    private Access keys(Path directory) throws IOException {
        List<ApiKey> keys = List.of(
                ApiKey.of("weak", weakKey, List.of(Scope.parse("read:nothing"))),
                ApiKey.of("manager", managerKey, List.of(Scope.parse("manage:mine"))),
                ApiKey.of("browser", browserKey, List.of(Scope.parse("browse:mine"))),
                ApiKey.of("strong", strongKey, List.of(Scope.parse("*:*"))));
        Path file = Files.writeString(directory.resolve("keys.json"), KeyFile.write(keys));
        Access access = Access.from(AccessSettings.none().withKeyFile(file));
        closings.add(access::close);
        return access;
    }

    private int start(Leat leat, ServerSettings settings, Access access, MeterRegistry registry, Health health) {
        closings.addFirst(leat::close);
        return start(leat.engine(), settings, access, registry, health);
    }

    private int start(Engine engine, ServerSettings settings, Access access, MeterRegistry registry, Health health) {
        return start(engine, settings, access, registry, health, null);
    }

    private int start(
            Engine engine,
            ServerSettings settings,
            Access access,
            MeterRegistry registry,
            Health health,
            @Nullable Backups backups) {
        LeatServer server = LeatServer.start(engine, settings, access, registry, health, backups);
        closings.addFirst(() -> server.stop(Duration.ZERO));
        return server.port();
    }

    @Override
    public void close() {
        closings.forEach(Runnable::run);
    }

    /** Refuses everything, as an engine does that finds damage. */
    private static final class BrokenEngine implements Engine {
        private static final Rejection DAMAGE = new Rejection.StorageFailed("a segment is damaged");

        @Override
        public <O extends Outcome> void submit(Command<O> command, Reply<? super O> reply) {
            reply.refused(DAMAGE);
        }

        @Override
        public <O extends Outcome> void ask(Query<O> query, Reply<? super O> reply) {
            reply.refused(DAMAGE);
        }

        @Override
        public void watch(StreamPath path, Runnable changed, Reply<? super Registration> reply) {
            reply.refused(DAMAGE);
        }

        @Override
        public Registration listen(Consumer<Event> listener) {
            return () -> {};
        }

        @Override
        public Registration onWake(Consumer<WebhookCall> caller) {
            return () -> {};
        }
    }
}
