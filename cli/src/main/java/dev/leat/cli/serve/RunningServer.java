package dev.leat.cli.serve;

import dev.leat.Leat;
import dev.leat.cli.config.FailureText;
import dev.leat.http.LeatServer;
import dev.leat.http.access.Access;
import dev.leat.http.backup.Backups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An engine and the server in front of it, from start to stop. */
final class RunningServer {
    private static final Logger LOG = LoggerFactory.getLogger(RunningServer.class);

    /** How long closing may take after the last requests in progress. */
    private static final Duration CLOSING = Duration.ofSeconds(10);

    private static final int OUT_OF_MEMORY = 3;

    private final ServeSettings settings;
    private final Leat leat;
    private final Access access;
    private final ServerMetrics metrics;
    private final ServerHealth health = new ServerHealth();
    private final LeatServer server;

    private RunningServer(ServeSettings settings, Leat leat, Access access, ServerMetrics metrics) {
        this.settings = settings;
        this.leat = leat;
        this.access = access;
        this.metrics = metrics;
        health.opened(leat);
        this.server = LeatServer.start(
                leat.engine(),
                settings.server(),
                access,
                metrics.registry(),
                health,
                backups(settings, leat),
                RunningServer::endWithoutMemory);
    }

    /**
     * Ends the process after memory ran out, with the exit code that the JVM itself uses, so that a supervisor starts a
     * new one.
     */
    private static void endWithoutMemory() {
        try {
            LOG.error("out of memory again after the connections of all slow clients were cut; the process ends");
        } finally {
            Runtime.getRuntime().halt(OUT_OF_MEMORY);
        }
    }

    private static @Nullable Backups backups(ServeSettings settings, Leat leat) {
        Path directory = settings.backups();
        return directory == null
                ? null
                : new Backups(
                        directory, (target, progress) -> leat.backup(target, progress::at), InstantSource.system());
    }

    static RunningServer start(ServeSettings asked) {
        ServeSettings settings = FileLimit.fit(asked);
        try {
            Access access =
                    Access.from(settings.access()); // before the engine, because a mistake in them is found faster
            Path data = settings.data();
            Leat leat = data == null ? Leat.inMemory(settings.engine()) : Leat.open(data, settings.engine());
            return listen(settings, leat, access);
        } catch (RuntimeException e) {
            throw StartFailure.of(e, settings);
        }
    }

    private static RunningServer listen(ServeSettings settings, Leat leat, Access access) {
        try {
            RunningServer serving = new RunningServer(settings, leat, access, new ServerMetrics(leat::figures));
            serving.tellPort();
            return serving;
        } catch (RuntimeException e) {
            leat.close();
            throw e;
        }
    }

    int port() {
        return server.port();
    }

    int shards() {
        return leat.shards();
    }

    private void tellPort() {
        Path file = settings.portFile();
        if (file == null) {
            return;
        }
        try {
            PortFile.write(file, port());
        } catch (IOException e) {
            server.close();
            throw new StartException("cannot write the port file " + file + ": " + FailureText.of(e), e);
        }
    }

    /** @return whether everything was closed as it should */
    boolean stop(String signal) {
        long began = System.nanoTime();
        LOG.debug("stopping because of {}", signal);
        CountDownLatch done = endInTime();
        try {
            forgetPort();
            health.drain();
            server.stop(settings.server().drain());
            access.close();
            leat.close();
            metrics.close();
            LOG.info("stopped by {} after {} ms", signal, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
            return true;
        } catch (RuntimeException e) {
            LOG.error("could not stop cleanly: {}", e.getMessage(), e);
            return false;
        } finally {
            done.countDown();
        }
    }

    private void forgetPort() {
        Path file = settings.portFile();
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                LOG.warn("cannot remove the port file {}: {}", file, FailureText.of(e));
            }
        }
    }

    private CountDownLatch endInTime() {
        Duration bound = settings.server().drain().plus(CLOSING);
        CountDownLatch done = new CountDownLatch(1);
        Thread.ofPlatform().daemon().name("leat-stop").start(() -> {
            try {
                if (!done.await(bound.toMillis(), TimeUnit.MILLISECONDS)) {
                    LOG.error("could not stop within {} s; ended without closing", bound.toSeconds());
                    Runtime.getRuntime().halt(1);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return done;
    }
}
