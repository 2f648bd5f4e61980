package dev.leat.bench.server;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Every message that is posted goes to all connections, as the bytes that an SSE event has, and is forgotten. */
final class BroadcastServer implements BareServer.Handlers {
    private static final String BEFORE = "event: data\ndata:";
    private static final String OFFSET = "0000000000000000_0000000000001234";
    private static final String AFTER = "\n\nevent: control\ndata:{\"streamNextOffset\":\"" + OFFSET
            + "\",\"streamCursor\":\"123456789\",\"upToDate\":true}\n\n";

    private final List<Audience> audiences = new CopyOnWriteArrayList<>();

    @Override
    public BareServer.Handler on(Context loop) {
        Audience audience = new Audience(loop);
        audiences.add(audience);
        return audience;
    }

    /** The connections of one event loop, used by that loop only. */
    private final class Audience implements BareServer.Handler {
        private final Context loop;
        private final Set<HttpServerResponse> followers = new HashSet<>();

        Audience(Context loop) {
            this.loop = loop;
        }

        @Override
        public void handle(HttpServerRequest request) {
            if (request.method().equals(HttpMethod.GET)) {
                follow(request.response());
            } else if (request.method().equals(HttpMethod.POST)) {
                request.body().onSuccess(body -> post(body, request.response()));
            } else {
                request.response()
                        .setStatusCode(request.method().equals(HttpMethod.PUT) ? 201 : 204)
                        .end();
            }
        }

        private void follow(HttpServerResponse response) {
            response.setChunked(true).putHeader("Content-Type", "text/event-stream");
            response.closeHandler(gone -> followers.remove(response));
            response.writeHead();
            followers.add(response);
        }

        private void post(Buffer body, HttpServerResponse response) {
            Buffer event = Buffer.buffer(BEFORE).appendBuffer(body).appendString(AFTER);
            for (Audience audience : audiences) {
                audience.loop.runOnContext(now -> audience.tell(event));
            }
            response.setStatusCode(204).putHeader("Stream-Next-Offset", OFFSET).end();
        }

        private void tell(Buffer event) {
            for (HttpServerResponse follower : followers) {
                follower.write(event);
            }
        }
    }
}
