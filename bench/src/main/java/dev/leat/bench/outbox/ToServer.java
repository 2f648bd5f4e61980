package dev.leat.bench.outbox;

import dev.leat.bench.http.LocalServer;
import dev.leat.bench.run.BenchException;
import dev.leat.outbox.sink.LeatEndpoint;
import dev.leat.outbox.sink.QueueSink;
import dev.leat.outbox.sink.StreamSink;
import dev.leat.outbox.spi.Batch;
import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Sink;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** The outbox before a Leat server in a process of its own, which syncs before it answers. */
record ToServer(LocalServer server) implements AutoCloseable {

    private static final String BYTES = "application/octet-stream";
    private static final String NAME = "orders";

    static ToServer start(Path directory) {
        return new ToServer(LocalServer.start("leat", "leat", directory.toString()));
    }

    /** Shard leases to a stream, each row exactly once, and row leases to a queue, which knows repeats. */
    List<Contender> contenders(DataSource source, UnaryOperator<RouteOptions> sized) {
        String url = "http://" + server.server().authority();
        createQueue(url);
        LeatEndpoint leat = LeatEndpoint.at(url);
        Sink stream = StreamSink.of(leat, NAME, BYTES).creating();
        Sink queue = QueueSink.to(leat, NAME, BYTES);
        return List.of(
                new LeatContender(
                        source,
                        "row leases to a queue",
                        sized.apply(RouteOptions.leased()),
                        true,
                        handled -> new Telling(queue, handled)),
                new LeatContender(
                        source,
                        "shard leases to a stream",
                        sized.apply(RouteOptions.ordered()),
                        true,
                        handled -> new Telling(stream, handled)));
    }

    private static void createQueue(String url) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/v1/queues/" + NAME))
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{}"))
                .build();
        try {
            int status = HttpClient.newHttpClient()
                    .send(request, BodyHandlers.discarding())
                    .statusCode();
            if (status / 100 != 2) {
                throw new BenchException("the queue was not created: " + status);
            }
        } catch (IOException e) {
            throw new BenchException("the queue was not created: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted", e);
        }
    }

    /** A sink that reports each payload after it was handed on. A row that is handed on twice is reported twice. */
    private record Telling(Sink sink, Consumer<byte[]> handled) implements Sink {
        @Override
        public Guarantee guarantee() {
            return sink.guarantee();
        }

        @Override
        public void handOff(Batch batch) throws Exception {
            sink.handOff(batch);
            batch.rows().forEach(row -> handled.accept(row.payload()));
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
