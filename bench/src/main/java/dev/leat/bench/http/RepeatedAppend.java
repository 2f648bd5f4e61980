package dev.leat.bench.http;

import dev.leat.bench.http.client.HttpCaller;
import dev.leat.bench.http.client.HttpRequest;
import dev.leat.bench.run.BenchException;

/** Check whether a server recognizes a repeated append. */
final class RepeatedAppend {
    private static final int APPENDS = 3;

    private RepeatedAppend() {}

    /** Sends every append twice and reads what was written. */
    static void check(ScratchStreams scratch, Content content) {
        String stream = scratch.create("retry", content.type());
        try (HttpCaller caller = new HttpCaller(scratch.server())) {
            for (int seq = 0; seq < APPENDS; seq++) {
                HttpRequest append = HttpRequest.append(scratch.server(), stream, "retry", seq, content.body());
                caller.call(append);
                caller.call(append);
            }
            long expected = (long) APPENDS * content.body().length;
            long found = CatchUpPass.of(caller, scratch.server(), stream).bytes();
            if (found != expected) {
                throw new BenchException("of " + expected + " bytes, each sent twice, " + found
                        + " were written: retries are not recognized");
            }
        }
    }
}
