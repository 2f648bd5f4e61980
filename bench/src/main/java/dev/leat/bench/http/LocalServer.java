package dev.leat.bench.http;

import dev.leat.bench.http.client.Server;
import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.Child;
import dev.leat.bench.server.ServerChild;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A server in a process that was started for it, and ends with this. */
public record LocalServer(Child child, Server server) implements AutoCloseable {
    private static final String BASE = "/v1/stream";

    /** @param arguments what {@link ServerChild} wants to know */
    public static LocalServer start(String name, String... arguments) {
        try {
            Child child = Child.start(ServerChild.class, arguments);
            String port = child.restOf(ServerChild.PORT)
                    .orElseThrow(() -> new BenchException("the server '" + name + "' did not start"));
            Server server = Server.parse(name + "=http://127.0.0.1:" + port + BASE);
            return new LocalServer(child, server.withPid(child.process().pid()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets it collect its garbage, so that only what it holds is counted. */
    void collectGarbage() {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        try {
            Process process = new ProcessBuilder(
                            jcmd, String.valueOf(child.process().pid()), "GC.run")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            child.kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
