package dev.leat.bench.http;

import dev.leat.bench.http.client.HttpRequest;
import dev.leat.bench.http.client.HttpResponse;
import java.util.stream.IntStream;

/** Clients that make one stream after another. */
final class CreateWorkload {
    private CreateWorkload() {}

    static ClosedLoop of(ScratchStreams scratch, int connections) {
        return new ClosedLoop(
                scratch.server(),
                IntStream.range(0, connections)
                        .mapToObj(i -> new Creator(scratch))
                        .toList(),
                1);
    }

    private record Creator(ScratchStreams scratch) implements ClosedLoop.Client {
        @Override
        public HttpRequest next() {
            return HttpRequest.create(scratch.server(), scratch.path("create"), HttpRequest.OCTETS);
        }

        @Override
        public long answered(HttpResponse response) {
            return 1;
        }
    }
}
