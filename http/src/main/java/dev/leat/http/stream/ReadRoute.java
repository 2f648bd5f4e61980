package dev.leat.http.stream;

import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.StreamPath;
import dev.leat.http.exchange.EngineReply;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.ServerContext;
import dev.leat.http.metrics.Route;
import java.time.InstantSource;

/** Route of GET: a catch-up read, a long-poll, or SSE. */
final class ReadRoute {

    /** Compressing is slow, so it is done in smaller pieces. */
    private static final int COMPRESSED_BYTES = 1 << 20;

    private final Engine engine;
    private final ReadSettings reads;
    private final SliceAnswer answer;
    private final LiveReads live;

    ReadRoute(Engine engine, ServerContext context, ReadSettings reads, LiveSettings settings, Feeds feeds) {
        this.engine = engine;
        this.reads = reads;
        this.answer = new SliceAnswer(context, reads.gzip());
        Cursors cursors = new Cursors(InstantSource.system(), settings.cursorInterval());
        this.live = new LiveReads(engine, feeds, settings, reads, cursors, answer);
    }

    void handle(Exchange exchange, StreamPath path) {
        ReadRequest request = ReadRequest.parse(exchange.request().query());
        switch (request.mode()) {
            case CATCH_UP -> catchUp(exchange, path, request);
            case LONG_POLL -> {
                exchange.is(Route.STREAM_LONG_POLL);
                new LongPoll(exchange, path, request, live).start();
            }
            case SSE -> {
                exchange.is(Route.STREAM_SSE);
                new SseFollower(exchange, path, request, live).start();
            }
        }
    }

    private void catchUp(Exchange exchange, StreamPath path, ReadRequest request) {
        boolean compressed = answer.wantsGzip(exchange);
        int most = compressed ? Math.min(COMPRESSED_BYTES, reads.bytes()) : reads.bytes();
        int bytes = live.feeds().unsent().pageBytes(most);
        engine.ask(new Query.Read(path, request.from(), bytes), new EngineReply<Slice>(exchange) {
            @Override
            protected void write(Slice slice) {
                answer.catchUp(exchange, slice, request.isNow());
            }
        });
    }
}
