package dev.leat.http.stream;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.http.exchange.AsciiText;
import dev.leat.http.exchange.EngineReply;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.Problems;
import dev.leat.http.exchange.ServerResponse;
import dev.leat.http.exchange.SharedBytes;
import dev.leat.http.metrics.FollowerKind;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A client that is sent everything as it happens. It first reads what is there, page by page and no faster than the client takes
 * it, then waits for batches that all followers share. If it does not keep up it goes back to reading for itself. A page is encoded in
 * pieces, each when the client has taken the one before; so what waits in memory for a slow client is one piece at most.
 */
final class SseFollower implements LiveReader {
    private static final CharSequence EVENT_STREAM = AsciiText.of("text/event-stream");
    private static final CharSequence NO_CACHE = AsciiText.of("no-cache");
    private static final int PAGE_BYTES = 64 << 10;

    private final Exchange exchange;
    private final StreamPath path;
    private final ReadRequest request;
    private final LiveReads live;
    private final ServerResponse response;
    private Offset position;
    private long incarnation = -1;
    private boolean begun;
    private boolean waiting;
    private boolean endsAtTail;
    private boolean done;
    private @Nullable Page page;
    private @Nullable FollowerGroup group;
    private @Nullable Registration rotation;
    private @Nullable Registration heartbeat;
    private @Nullable Registration stalled;

    /** Messages that the follower reads for itself, while they are sent. */
    private static final class Page {
        private final Slice slice;
        private final SlicePieces pieces;
        private final SseEvents events;

        Page(Slice slice) {
            this.slice = slice;
            this.pieces = new SlicePieces(slice, PAGE_BYTES);
            this.events = new SseEvents(slice.contentType());
        }
    }

    SseFollower(Exchange exchange, StreamPath path, ReadRequest request, LiveReads live) {
        this.exchange = exchange;
        this.path = path;
        this.request = request;
        this.live = live;
        this.response = exchange.response();
        this.position = request.from();
    }

    void start() {
        if (live.feeds().isDraining()) {
            exchange.refuse(Problems.from(Rejection.Unavailable.closing("the server is stopping")));
            return;
        }
        live.feeds().metrics().followed(FollowerKind.SSE);
        response.queueBytes(live.settings().queueBytes());
        response.onGone(this::gone);
        response.onInputEnd(this::endAtTail);
        FollowerGroup joined = live.feeds().join(path, this, exchange.loop());
        if (done) { // the stream was lost while joining
            live.feeds().leave(joined, this);
            return;
        }
        group = joined;
        rotation = exchange.loop().schedule(this::end, live.settings().sse().toMillis());
        beatLater();
        read();
    }

    private void read() {
        waiting = false;
        live.engine()
                .ask(
                        new Query.Read(path, position, live.feeds().unsent().pageBytes(PAGE_BYTES)),
                        new EngineReply<Slice>(exchange) {
                            @Override
                            protected void write(Slice slice) {
                                found(slice);
                            }

                            @Override
                            protected void refuse(Rejection refusal) {
                                lost(refusal);
                            }
                        });
    }

    private void found(Slice slice) {
        if (done || (incarnation >= 0 && incarnation != slice.incarnation())) {
            slice.close();
            end();
            return;
        }
        incarnation = slice.incarnation();
        boolean news = !begun || slice.length() > 0 || slice.closed();
        if (news) {
            Page sending = new Page(slice);
            page = sending;
            send(sending);
        } else {
            slice.close();
            sent(slice);
        }
    }

    /** Sends the next piece of the page, or waits for what that needs. Between two pieces the loop serves its other connections. */
    private void send(Page sending) {
        if (response.isFull()) {
            afterDrain();
        } else if (sending.pieces.isInMemory()) {
            write(sending, sending.pieces.take());
        } else {
            waitForFiles(sending);
        }
    }

    private void waitForFiles(Page sending) {
        fileReads().begin(() -> readFiles(sending));
    }

    private FileReads fileReads() {
        return live.feeds().fileReads(exchange.loop());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // its outcome is handled below
    private void readFiles(Page sending) {
        if (done) {
            fileReads().ended();
            return;
        }
        exchange.context()
                .inBackground(sending.pieces::take)
                .whenComplete((piece, failure) -> exchange.loop().run(() -> {
                    try {
                        wasRead(sending, piece, failure);
                    } finally {
                        fileReads().ended();
                    }
                }));
    }

    private void wasRead(Page sending, ByteBuffer @Nullable [] piece, @Nullable Throwable failure) {
        if (done) { // and the page was closed
            return;
        }
        if (piece != null) {
            write(sending, piece);
        } else if (begun) { // in the middle of an event, perhaps
            SlicePieces.refusal(exchange, failure);
            gone();
            response.abandon();
        } else {
            lost(SlicePieces.refusal(exchange, failure));
        }
    }

    /** The end of the data event and the control event are one write, so that no client has the one without the other. */
    private void write(Page sending, ByteBuffer[] piece) {
        Slice slice = sending.slice;
        boolean last = sending.pieces.isEmpty();
        if (piece.length > 0) {
            sending.events.data(last, piece);
        }
        if (last) {
            sending.events.control(slice, live.cursors().next(request.cursor()));
        }
        if (!begun) {
            begin(slice);
        }
        write(sending.events.take());
        if (last) {
            closePage();
            sent(slice);
        } else {
            exchange.loop().post(this::readOn);
        }
    }

    private void closePage() {
        Page open = page;
        if (open != null) {
            page = null;
            open.slice.close();
        }
    }

    private void sent(Slice slice) {
        position = slice.next();
        if (slice.closed()) {
            end();
        } else if (response.isFull()) {
            afterDrain();
        } else if (!slice.upToDate() || isBehind()) {
            exchange.loop().post(this::readOn);
        } else if (endsAtTail) {
            end();
        } else {
            waiting = true;
        }
    }

    /** The answer ends with what is there now. */
    private void endAtTail() {
        endsAtTail = true;
        if (waiting) {
            end();
        }
    }

    private void readOn() {
        if (done) {
            return;
        }
        Page sending = page;
        if (sending == null) {
            read();
        } else {
            send(sending);
        }
    }

    private boolean isBehind() {
        FollowerGroup joined = group;
        return joined != null && joined.isAhead(this);
    }

    private void write(ByteBuffer... bytes) {
        response.write(bytes);
    }

    private void begin(Slice slice) {
        begun = true;
        exchange.answer(200)
                .putHeader(HeaderNames.CONTENT_TYPE, EVENT_STREAM)
                .putHeader(HeaderNames.CACHE_CONTROL, NO_CACHE)
                .putHeader(HeaderNames.ACCEL_BUFFERING, "no");
        if (SseEvents.isBinary(slice.contentType())) {
            response.putHeader(HeaderNames.STREAM_SSE_DATA_ENCODING, "base64");
        }
    }

    private void afterDrain() {
        waiting = false;
        if (stalled != null) {
            return;
        }
        stalled = exchange.loop()
                .schedule(this::cut, exchange.context().bounds().stalled().toMillis());
        response.onDrain(() -> {
            Registration timer = stalled;
            if (timer != null) {
                timer.close();
                stalled = null;
                readOn();
            }
        });
    }

    /** Abandons the answer because the client has not read for too long. */
    private void cut() {
        if (!done) {
            live.feeds().metrics().cut();
            gone();
            response.abandon();
        }
    }

    private void beatLater() {
        heartbeat =
                exchange.loop().schedule(this::beat, live.settings().heartbeat().toMillis());
    }

    private void beat() {
        if (!done) {
            if (begun && waiting && !response.isFull()) {
                write(ByteBuffer.wrap(SseEvents.HEARTBEAT));
            }
            beatLater();
        }
    }

    private void leave() {
        if (done) {
            return;
        }
        done = true;
        closePage();
        cancel(rotation);
        cancel(heartbeat);
        cancel(stalled);
        live.feeds().metrics().unfollowed(FollowerKind.SSE);
        FollowerGroup joined = group;
        if (joined != null) {
            live.feeds().leave(joined, this);
        }
    }

    private void gone() {
        leave();
        exchange.finished();
    }

    private static void cancel(@Nullable Registration timer) {
        if (timer != null) {
            timer.close();
        }
    }

    private void end() {
        if (done) {
            return;
        }
        leave();
        if (begun) {
            exchange.end();
        } else {
            exchange.refuse(Problems.retryLater(
                    Problem.of(503, "unavailable", "the stream could not be read in time"), Duration.ofSeconds(1)));
        }
    }

    @Override
    public Offset position() {
        return position;
    }

    @Override
    public long incarnation() {
        return incarnation;
    }

    @Override
    public boolean isWaiting() {
        return waiting;
    }

    @Override
    public void take(FeedBatch batch) {
        if (response.isFull()) {
            afterDrain();
            return;
        }
        if (!batch.isEmpty() || batch.closed()) {
            sendEvent(batch);
        }
        position = batch.next();
        if (batch.closed()) {
            end();
        }
    }

    private void sendEvent(FeedBatch batch) {
        long current = live.cursors().current();
        Long own = request.cursor();
        SharedBytes shared = own == null || own < current ? batch.event(current) : null;
        if (shared != null) {
            response.write(shared);
        } else {
            write(batch.ownEvent(own == null ? current : live.cursors().next(own, current)));
        }
    }

    @Override
    public void catchUp() {
        read();
    }

    @Override
    public void lost(Rejection why) {
        if (done) {
            return;
        }
        if (begun) {
            end();
        } else {
            leave();
            exchange.refuse(why);
        }
    }

    @Override
    public void drain() {
        end();
    }
}
