package dev.leat.bench.http;

import dev.leat.bench.http.client.HttpCaller;
import dev.leat.bench.http.client.HttpRequest;
import dev.leat.bench.http.client.HttpResponse;
import dev.leat.bench.http.client.Server;
import dev.leat.bench.run.BenchException;
import java.nio.ByteBuffer;
import java.util.stream.IntStream;

/** Readers that follow Stream-Next-Offset from the start to the tail, again and again. Every pass has to have all bytes. */
final class CatchUpWorkload {
    private static final double MIB = 1 << 20;

    private CatchUpWorkload() {}

    /** Fills a stream and reads it once before the measurement. */
    static ClosedLoop of(ScratchStreams scratch, Content content, long bytes, int readers) {
        String stream = scratch.create("catchup", content.type());
        long appends = Math.max(1, bytes / content.body().length);
        try (HttpCaller caller = new HttpCaller(scratch.server())) {
            HttpRequest append = HttpRequest.append(scratch.server(), stream, content.type(), content.body());
            for (long i = 0; i < appends; i++) {
                caller.call(append);
            }
            return of(scratch.server(), stream, checked(caller, scratch.server(), stream, content, appends), readers);
        }
    }

    private static Expected checked(HttpCaller caller, Server server, String stream, Content content, long appends) {
        CatchUpPass pass = CatchUpPass.of(caller, server, stream);
        boolean json = content.type().equals(HttpRequest.JSON);
        long found = json ? pass.objects() : pass.bytes();
        long written = appends * (json ? content.messages() : content.body().length);
        if (found != written) {
            throw new BenchException(
                    "wrote " + written + (json ? " messages" : " bytes") + " and read " + found + " of them");
        }
        return json ? new Expected(pass.bytes() - pass.answers(), true) : new Expected(pass.bytes(), false);
    }

    /** Returns readers of an existing stream. */
    static ClosedLoop of(Server server, String stream, Expected expected, int readers) {
        return new ClosedLoop(
                server,
                IntStream.range(0, readers)
                        .mapToObj(i -> new Reader(server, stream, expected))
                        .toList(),
                MIB);
    }

    /**
     * How much there is to read.
     *
     * @param bytes of JSON, the messages with a comma each
     * @param json whether each answer is an array: two brackets and one comma less, so each has one byte more
     */
    record Expected(long bytes, boolean json) {

        void check(long found, int answers) {
            long right = json ? bytes + answers : bytes;
            if (found != right) {
                throw new BenchException("a pass has " + found + " bytes instead of " + right);
            }
        }
    }

    private static final class Reader implements ClosedLoop.Client {
        private final Server server;
        private final String stream;
        private final Expected expected;
        private String offset = "-1";
        private long bytes;
        private int answers;

        Reader(Server server, String stream, Expected expected) {
            this.server = server;
            this.stream = stream;
            this.expected = expected;
        }

        @Override
        public HttpRequest next() {
            return HttpRequest.read(server, stream, "offset=" + offset);
        }

        @Override
        public long body(ByteBuffer body) {
            bytes += body.remaining();
            return body.remaining();
        }

        @Override
        public long answered(HttpResponse response) {
            answers++;
            offset = response.nextOffset();
            if (response.isUpToDate()) {
                expected.check(bytes, answers);
                refused();
            }
            return 0;
        }

        /** Starts over. */
        @Override
        public void refused() {
            offset = "-1";
            bytes = 0;
            answers = 0;
        }
    }
}
