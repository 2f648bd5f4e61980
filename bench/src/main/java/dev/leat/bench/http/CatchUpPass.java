package dev.leat.bench.http;

import dev.leat.bench.http.client.HttpCaller;
import dev.leat.bench.http.client.HttpRequest;
import dev.leat.bench.http.client.HttpResponse;
import dev.leat.bench.http.client.Server;
import dev.leat.bench.run.BenchException;

/**
 * Result of one catch-up from the start to the tail.
 *
 * @param objects how many opening braces, which is how many messages a JSON stream of flat objects has
 */
record CatchUpPass(long bytes, int answers, long objects) {

    /** Reads a whole stream and counts every byte. */
    static CatchUpPass of(HttpCaller caller, Server server, String stream) {
        long[] seen = new long[2];
        int answers = 0;
        String offset = "-1";
        while (true) {
            HttpResponse response = caller.call(HttpRequest.read(server, stream, "offset=" + offset), bytes -> {
                seen[0] += bytes.remaining();
                while (bytes.hasRemaining()) {
                    seen[1] += bytes.get() == '{' ? 1 : 0;
                }
            });
            answers++;
            if (response.isUpToDate()) {
                return new CatchUpPass(seen[0], answers, seen[1]);
            }
            if (response.nextOffset().isEmpty() || response.nextOffset().equals(offset)) {
                throw new BenchException(server.name() + " does not say where to read on after " + offset);
            }
            offset = response.nextOffset();
        }
    }
}
