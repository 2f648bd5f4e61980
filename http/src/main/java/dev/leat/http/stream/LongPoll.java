package dev.leat.http.stream;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.http.exchange.EngineReply;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.metrics.FollowerKind;
import org.jspecify.annotations.Nullable;

/** A read that waits, once, for messages that are not there yet. */
final class LongPoll implements LiveReader {
    private final Exchange exchange;
    private final StreamPath path;
    private final ReadRequest request;
    private final LiveReads live;
    private Offset position;
    private long incarnation = -1;
    private boolean waiting;
    private boolean done;
    private @Nullable FollowerGroup group;
    private @Nullable Registration timeout;

    LongPoll(Exchange exchange, StreamPath path, ReadRequest request, LiveReads live) {
        this.exchange = exchange;
        this.path = path;
        this.request = request;
        this.live = live;
        this.position = request.from();
    }

    void start() {
        read();
    }

    private void read() {
        waiting = false;
        engine().ask(
                        new Query.Read(
                                path,
                                position,
                                live.feeds().unsent().pageBytes(live.reads().bytes())),
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

    private Engine engine() {
        return live.engine();
    }

    private void found(Slice slice) {
        if (done) {
            slice.close();
        } else if (incarnation >= 0 && incarnation != slice.incarnation()) {
            slice.close();
            lost(new Rejection.StreamNotFound(path)); // another stream has the path now
        } else if (slice.length() > 0) {
            answer(slice);
        } else {
            slice.close();
            incarnation = slice.incarnation();
            position = slice.next();
            if (slice.closed()) {
                nothing(true);
            } else {
                await();
            }
        }
    }

    private void await() {
        FollowerGroup joined = group;
        if (joined == null) {
            join();
            if (!done) {
                read(); // whatever came before it was watched
            }
        } else if (joined.isAhead(this)) {
            exchange.loop().post(this::readOn);
        } else {
            waiting = true;
        }
    }

    private void readOn() {
        if (!done) {
            read();
        }
    }

    private void join() {
        if (exchange.response().isGone()) {
            gone();
            return;
        }
        if (live.feeds().isDraining()) {
            nothing(false);
            return;
        }
        live.feeds().metrics().followed(FollowerKind.LONG_POLL);
        exchange.response().onGone(this::gone);
        exchange.response().onInputEnd(() -> nothing(false));
        timeout = exchange.loop()
                .schedule(() -> nothing(false), live.settings().longPoll().toMillis());
        FollowerGroup joined = live.feeds().join(path, this, exchange.loop());
        if (done) { // the stream was lost while joining
            live.feeds().metrics().unfollowed(FollowerKind.LONG_POLL);
            live.feeds().leave(joined, this);
        } else {
            group = joined;
        }
    }

    private void leave() {
        done = true;
        Registration timer = timeout;
        if (timer != null) {
            timer.close();
        }
        FollowerGroup joined = group;
        if (joined != null) {
            group = null;
            live.feeds().metrics().unfollowed(FollowerKind.LONG_POLL);
            live.feeds().leave(joined, this);
        }
    }

    private void gone() {
        leave();
        exchange.finished();
    }

    private void answer(Slice slice) {
        leave();
        live.answer().longPoll(exchange, slice, live.cursors().next(request.cursor()));
    }

    private void nothing(boolean closed) {
        if (!done) {
            leave();
            live.answer().nothing(exchange, position, closed, live.cursors().next(request.cursor()));
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
        if (!batch.isEmpty()) {
            answer(batch.slice());
        } else if (batch.closed()) {
            nothing(true);
        }
    }

    @Override
    public void catchUp() {
        read();
    }

    @Override
    public void lost(Rejection why) {
        if (!done) {
            leave();
            exchange.refuse(why);
        }
    }

    @Override
    public void drain() {
        nothing(false);
    }
}
