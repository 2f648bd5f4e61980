package dev.leat.http.queue;

import dev.leat.api.Delivery;
import dev.leat.api.Engine;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome.Received;
import dev.leat.api.QueueOutcome.Settled;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.api.Settlement;
import dev.leat.http.exchange.Answering;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Json;
import dev.leat.http.metrics.FollowerKind;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.time.Duration;
import java.util.List;

/**
 * A receive on its way. What is delivered to a client that is gone, or cannot be written to it, is released at once: its attempt
 * was not spent, and it goes to its place.
 */
final class Receiving extends Answering<Received> {
    private static final Received NOTHING = new Received(List.of(), false);

    private final Engine engine;
    private final QueueName queue;
    private final Waiting waiting;
    private boolean followed;
    private volatile boolean over;

    Receiving(Exchange exchange, Engine engine, QueueName queue, Waiting waiting) {
        super(exchange);
        this.engine = engine;
        this.queue = queue;
        this.waiting = waiting;
    }

    /** How long it may wait: as long as the client asks, unless the server stops. */
    Duration begin(Duration asked) {
        if (asked.isZero()) {
            return asked;
        }
        if (!waiting.add(this)) {
            return Duration.ZERO;
        }
        followed = true;
        exchange().context().metrics().followed(FollowerKind.RECEIVE);
        exchange().response().closeHandler(closed -> gone());
        return asked;
    }

    private void gone() {
        if (!over) {
            leave();
            exchange().finished();
        }
    }

    private void leave() {
        over = true;
        if (followed) {
            followed = false;
            waiting.remove(this);
            exchange().context().metrics().unfollowed(FollowerKind.RECEIVE);
        }
    }

    @Override
    public boolean isGone() {
        return over;
    }

    @Override
    protected void write(Received received) {
        if (over || exchange().response().closed()) {
            release(received);
            gone();
            return;
        }
        leave();
        answer(received);
    }

    private void answer(Received received) {
        try {
            Buffer body = Buffer.buffer(Json.bytes(json -> {
                json.writeStartObject();
                json.writeArrayFieldStart("deliveries");
                for (Delivery delivery : received.deliveries()) {
                    MessageJson.write(json, delivery);
                }
                json.writeEndArray();
                json.writeBooleanField("throttled", received.throttled());
                json.writeEndObject();
            }));
            exchange()
                    .answer(200)
                    .putHeader(HttpHeaders.CACHE_CONTROL, HeaderNames.NO_STORE)
                    .putHeader(HttpHeaders.CONTENT_TYPE, Json.CONTENT_TYPE);
            exchange().end(body, () -> release(received));
        } catch (RuntimeException e) {
            release(received);
            throw e;
        }
    }

    private void release(Received received) {
        if (!received.deliveries().isEmpty()) {
            List<Settlement> releases = received.deliveries().stream()
                    .<Settlement>map(delivery -> Settlement.Release.of(delivery.deliveryId()))
                    .toList();
            engine.submit(new QueueCommand.Settle(queue, releases, false), UNHEARD);
        }
    }

    /** Who is gone cannot be told; if even the release is refused, the lease ends by itself. */
    private static final Reply<Settled> UNHEARD = new Reply<>() {
        @Override
        public void answered(Settled outcome) {}

        @Override
        public void refused(Rejection rejection) {}
    };

    @Override
    protected void refuse(Rejection refusal) {
        if (!over) {
            leave();
            super.refuse(refusal);
        }
    }

    /** The server stops: the client is told that there is nothing, and may ask another. */
    void drain() {
        exchange()
                .loop()
                .run(() -> exchange().attempt(() -> {
                    if (!over) {
                        leave();
                        answer(NOTHING);
                    }
                }));
    }
}
