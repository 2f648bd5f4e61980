package dev.leat.bench.queue;

import dev.leat.bench.http.Caller;
import dev.leat.bench.http.Request;
import dev.leat.bench.http.Server;
import dev.leat.bench.run.Loop;
import java.nio.charset.StandardCharsets;

/**
 * Leat, over HTTP.
 *
 * @param server with the path below which its queues are
 */
record LeatServer(Server server) implements QueueServer {
    static final String BASE = "/v1/queues";

    /** The queues of a server that was found by its streams. */
    static LeatServer at(Server streams) {
        return new LeatServer(streams.withBase(BASE));
    }

    @Override
    public String name() {
        return server.name();
    }

    @Override
    public void create(String queue) {
        try (Caller caller = new Caller(server)) {
            caller.call(Request.put(server, queue, Request.JSON, "{}".getBytes(StandardCharsets.US_ASCII)));
        }
    }

    @Override
    public void delete(String queue) {
        try (Caller caller = new Caller(server)) {
            caller.call(Request.delete(server, queue));
        }
    }

    @Override
    public Link connect(Loop loop, Seat seat, Link.User user) {
        return new LeatLink(loop, server, seat, user);
    }
}
