package dev.leat.bench.queue;

import dev.leat.bench.http.client.HttpCaller;
import dev.leat.bench.http.client.HttpRequest;
import dev.leat.bench.http.client.Server;
import dev.leat.bench.run.SelectorLoop;
import java.nio.charset.StandardCharsets;

/**
 * Leat, over HTTP.
 *
 * @param server with the path below which its queues are
 */
record LeatQueueServer(Server server) implements QueueServer {
    static final String BASE = "/v1/queues";

    /** The queues of a server that was found by its streams. */
    static LeatQueueServer at(Server streams) {
        return new LeatQueueServer(streams.withBase(BASE));
    }

    @Override
    public String name() {
        return server.name();
    }

    @Override
    public void create(String queue) {
        try (HttpCaller caller = new HttpCaller(server)) {
            caller.call(HttpRequest.put(server, queue, HttpRequest.JSON, "{}".getBytes(StandardCharsets.US_ASCII)));
        }
    }

    @Override
    public void delete(String queue) {
        try (HttpCaller caller = new HttpCaller(server)) {
            caller.call(HttpRequest.delete(server, queue));
        }
    }

    @Override
    public QueueLink connect(SelectorLoop loop, ConsumerSlot slot, QueueLink.User user) {
        return new LeatLink(loop, server, slot, user);
    }
}
