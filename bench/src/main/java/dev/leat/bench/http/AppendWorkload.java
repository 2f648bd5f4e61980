package dev.leat.bench.http;

import dev.leat.bench.http.client.HttpRequest;
import dev.leat.bench.http.client.HttpResponse;
import dev.leat.bench.http.client.Server;
import java.util.ArrayList;
import java.util.List;

/** Clients that append, spread over some streams. */
final class AppendWorkload {
    static final int STREAMS = 64;

    private AppendWorkload() {}

    static ClosedLoop plain(ScratchStreams scratch, Content content, int connections) {
        List<String> streams = scratch.create("append", content.type(), Math.min(STREAMS, connections));
        List<ClosedLoop.Client> clients = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            String stream = streams.get(i % streams.size());
            clients.add(new Plain(
                    HttpRequest.append(scratch.server(), stream, content.type(), content.body()), content.messages()));
        }
        return new ClosedLoop(scratch.server(), clients, 1);
    }

    /** The same request again and again. */
    private record Plain(HttpRequest request, int messages) implements ClosedLoop.Client {
        @Override
        public HttpRequest next() {
            return request;
        }

        @Override
        public long answered(HttpResponse response) {
            return messages;
        }
    }

    /** Each client is a producer of its own. Fails if the server writes a retry again. */
    static ClosedLoop idempotent(ScratchStreams scratch, Content content, int connections) {
        RepeatedAppend.check(scratch, content);
        List<String> streams = scratch.create("idempotent", content.type(), Math.min(STREAMS, connections));
        List<ClosedLoop.Client> clients = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            clients.add(new Producer(scratch.server(), streams.get(i % streams.size()), "p" + i, content.body()));
        }
        return new ClosedLoop(scratch.server(), clients, 1);
    }

    /** Counts its appends; one that failed is tried again with the same number. */
    private static final class Producer implements ClosedLoop.Client {
        private final Server server;
        private final String stream;
        private final String id;
        private final byte[] body;
        private long seq;

        Producer(Server server, String stream, String id, byte[] body) {
            this.server = server;
            this.stream = stream;
            this.id = id;
            this.body = body;
        }

        @Override
        public HttpRequest next() {
            return HttpRequest.append(server, stream, id, seq, body);
        }

        @Override
        public long answered(HttpResponse response) {
            seq++;
            return 1;
        }
    }
}
