package dev.leat.bench.http;

import java.util.stream.IntStream;

/** Clients that make one stream after another. */
final class Creates {
    private Creates() {}

    static ClosedLoop of(Scratch scratch, int connections) {
        return new ClosedLoop(
                scratch.server(),
                IntStream.range(0, connections)
                        .mapToObj(i -> new Creator(scratch))
                        .toList(),
                1);
    }

    private record Creator(Scratch scratch) implements ClosedLoop.Client {
        @Override
        public Request next() {
            return Request.create(scratch.server(), scratch.path("create"), Request.OCTETS);
        }

        @Override
        public long answered(Response response) {
            return 1;
        }
    }
}
