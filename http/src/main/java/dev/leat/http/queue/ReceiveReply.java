package dev.leat.http.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.Rejection;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome.Settled;
import dev.leat.api.spi.Reply;
import dev.leat.http.exchange.EngineReply;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Json;
import dev.leat.http.exchange.Problems;
import dev.leat.http.metrics.FollowerKind;
import dev.leat.wire.MessageJson;
import dev.leat.wire.SettlementJson;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A receive in progress. What is delivered to a client that is gone, or cannot be written to it, is released at once:
 * its attempt was not spent, and it goes to its place.
 */
final class ReceiveReply extends EngineReply<Deliveries> implements WaitingRequests.Wait {
    /** How long an engine has to answer a receive that is told to wait no longer. */
    private static final long PATIENCE_MILLIS = 500;

    private final Engine engine;
    private final QueueName queue;
    private final WaitingRequests waiting;
    private QueueCommand.@Nullable Receive waitingFor;
    private boolean stopping;
    private boolean over;

    ReceiveReply(Exchange exchange, Engine engine, QueueName queue, WaitingRequests waiting) {
        super(exchange);
        this.engine = engine;
        this.queue = queue;
        this.waiting = waiting;
    }

    /** Asks for messages, and waits for them if the client wants to and the server does not stop. */
    void start(QueueCommand.Receive receive) {
        if (!receive.waitFor().isZero()) {
            waitingFor = receive;
            exchange().context().metrics().followed(FollowerKind.RECEIVE);
            exchange().response().onGone(this::gone);
            exchange().response().onInputEnd(this::endWait);
        }
        engine.submit(receive, this);
        if (waitingFor != null && !waiting.add(this)) {
            drain();
        }
    }

    private void gone() {
        if (!over) {
            QueueCommand.Receive receive = waitingFor;
            leave();
            exchange().finished();
            if (receive != null) {
                engine.endWait(receive, this);
            }
        }
    }

    /** Ends the wait: the engine answers with what there is now. */
    private void endWait() {
        QueueCommand.Receive receive = waitingFor;
        if (receive != null) {
            exchange().loop().schedule(this::giveUp, PATIENCE_MILLIS);
            engine.endWait(receive, this);
        }
    }

    private void giveUp() {
        if (!over) {
            gone();
            exchange().response().abandon();
        }
    }

    private void leave() {
        over = true;
        if (waitingFor != null) {
            waitingFor = null;
            waiting.remove(this);
            exchange().context().metrics().unfollowed(FollowerKind.RECEIVE);
        }
    }

    @Override
    protected void write(Deliveries received) {
        if (over || exchange().response().isGone()) {
            release(received);
            gone();
            return;
        }
        leave();
        if (stopping && received.deliveries().isEmpty()) {
            exchange().refuse(WaitingRequests.STOPPING);
        } else {
            answer(received);
        }
    }

    private void answer(Deliveries received) {
        try {
            byte[] body = Json.bytes(json -> {
                json.writeStartObject();
                json.writeArrayFieldStart("deliveries");
                for (Delivery delivery : received.deliveries()) {
                    MessageJson.write(json, delivery);
                }
                json.writeEndArray();
                json.writeBooleanField("throttled", received.throttled());
                writeAcks(json, received.acks());
                json.writeEndObject();
            });
            exchange()
                    .answer(200)
                    .putHeader(HeaderNames.CACHE_CONTROL, HeaderNames.NO_STORE)
                    .putHeader(HeaderNames.CONTENT_TYPE, HeaderNames.JSON);
            exchange().end(body, () -> release(received));
        } catch (RuntimeException e) {
            release(received);
            throw e;
        }
    }

    private static void writeAcks(JsonGenerator json, List<SettleResult> acks) throws IOException {
        if (!acks.isEmpty()) {
            json.writeArrayFieldStart("acks");
            for (SettleResult ack : acks) {
                SettlementJson.write(json, ack, Problems::write);
            }
            json.writeEndArray();
        }
    }

    private void release(Deliveries received) {
        if (!received.deliveries().isEmpty()) {
            List<Settlement> releases = received.deliveries().stream()
                    .<Settlement>map(delivery -> Settlement.Release.of(delivery.deliveryId()))
                    .toList();
            engine.submit(new QueueCommand.Settle(queue, releases, false), UNHEARD);
        }
    }

    /** Ignores the outcome: the client is gone. If the release is refused, the lease ends by itself. */
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

    /** Ends the wait because the server stops: the answer has the deliveries, or says to try again. */
    @Override
    public void drain() {
        exchange().loop().run(() -> {
            QueueCommand.Receive receive = waitingFor;
            if (receive != null) {
                stopping = true;
                exchange().loop().schedule(this::nothing, PATIENCE_MILLIS);
                engine.endWait(receive, this);
            }
        });
    }

    /** The engine did not answer in time; what it may still deliver is released. */
    private void nothing() {
        if (!over) {
            leave();
            exchange().refuse(WaitingRequests.STOPPING);
        }
    }
}
