package dev.leat.cli;

import dev.leat.Leat;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the server until it is told to stop. */
@Command(name = "serve", description = "Run the server.", mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {

    @Option(names = "--port", defaultValue = "4437")
    private int port;

    @Option(names = "--data", defaultValue = "data")
    private Path data = Path.of("data");

    @Option(names = "--memory")
    private boolean memory;

    @Option(names = "--long-poll", defaultValue = "PT25S")
    private Duration longPoll = Duration.ofSeconds(25);

    @Override
    public Integer call() throws InterruptedException {
        ServerSettings defaults = ServerSettings.defaults();
        ServerSettings settings = defaults.withPort(port).with(defaults.live().withLongPoll(longPoll));
        Leat leat = memory ? Leat.inMemory() : Leat.open(data);
        LeatServer server = LeatServer.start(leat.engine(), settings, Access.OPEN, new SimpleMeterRegistry());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            server.close();
            leat.close();
        }));
        new CountDownLatch(1).await();
        return 0;
    }
}
