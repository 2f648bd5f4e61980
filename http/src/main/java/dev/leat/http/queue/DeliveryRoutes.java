package dev.leat.http.queue;

import dev.leat.api.Rejection;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageSettlement;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.http.exchange.Problems;
import dev.leat.wire.MessageJson;
import dev.leat.wire.SettlementJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Routes of workers: receive, settle, pop, claim. */
final class DeliveryRoutes {

    /** The consumer's name if a request gives none. */
    private static final String ANONYMOUS = "anonymous";

    private final WaitingRequests waiting;

    DeliveryRoutes(WaitingRequests waiting) {
        this.waiting = waiting;
    }

    void handle(Request request) {
        switch (request.target().verb()) {
            case RECEIVE -> receive(request);
            case POP -> pop(request);
            case CLAIM -> claim(request);
            case SETTLE -> settleAll(request);
            case MESSAGE_SETTLE -> settleMessage(request);
            default -> settle(request);
        }
    }

    private void receive(Request request) {
        QueueName queue = request.queue();
        request.small(fields -> {
            GroupName group = Request.group(fields);
            String consumer = Objects.requireNonNullElse(fields.text("consumer"), ANONYMOUS);
            int max = fields.integer("max", 1, QueueCommand.MAX_BATCH, 1);
            Duration wait = Objects.requireNonNullElse(fields.duration("wait"), Duration.ZERO);
            Duration lease = fields.duration("lease");
            List<String> acks = fields.texts("acks");
            QueueSide side = fields.word("side", QueueSide.class);
            fields.end();
            if (wait.compareTo(QueueCommand.LONGEST_WAIT) > 0) {
                request.exchange().refuse(new Rejection.WaitTooLong(QueueCommand.LONGEST_WAIT));
                return;
            }
            receiving(request, queue)
                    .start(Bad.checked(() -> new QueueCommand.Receive(
                            queue,
                            group,
                            ConsumerName.of(consumer),
                            max,
                            wait,
                            lease,
                            ids(acks),
                            side == null ? QueueSide.HEAD : side)));
        });
    }

    private static List<DeliveryId> ids(List<String> texts) {
        List<DeliveryId> ids = new ArrayList<>(texts.size());
        for (String text : texts) {
            ids.add(DeliveryId.of(text));
        }
        return ids;
    }

    private ReceiveReply receiving(Request request, QueueName queue) {
        return new ReceiveReply(request.exchange(), request.engine(), queue, waiting);
    }

    private void claim(Request request) {
        QueueName queue = request.queue();
        request.small(fields -> {
            QueueCommand.Claim claim = Bad.checked(() -> new QueueCommand.Claim(
                    queue,
                    Request.group(fields),
                    ConsumerName.of(fields.requiredText("consumer")),
                    fields.duration("minIdle"),
                    fields.integer("max", 1, QueueCommand.MAX_BATCH, 1),
                    fields.duration("lease")));
            fields.end();
            request.engine().submit(claim, receiving(request, queue));
        });
    }

    /** Pops messages. A popped message is done, so nothing is released if the answer cannot be written. */
    private static void pop(Request request) {
        QueueName queue = request.queue();
        request.small(fields -> {
            QueueSide side = fields.word("side", QueueSide.class);
            int max = fields.integer("max", 1, QueueCommand.MAX_BATCH, 1);
            fields.end();
            request.submit(
                    new QueueCommand.Pop(queue, max, side == null ? QueueSide.HEAD : side),
                    received -> request.answer(200, json -> {
                        json.writeStartObject();
                        json.writeArrayFieldStart("deliveries");
                        for (Delivery delivery : received.deliveries()) {
                            MessageJson.write(json, delivery);
                        }
                        json.writeEndArray();
                        json.writeBooleanField("throttled", received.throttled());
                        json.writeEndObject();
                    }));
        });
    }

    private static void settle(Request request) {
        QueueName queue = request.queue();
        String verb = request.target().verb().name().toLowerCase(Locale.ROOT);
        request.small(fields -> {
            Settlement settlement = SettlementJson.read(verb, fields);
            fields.end();
            request.submit(QueueCommand.Settle.of(queue, settlement), settled -> answer(request, settled.only()));
        });
    }

    /** Settles a message by its id; the last segment of the URL is the settlement. */
    private static void settleMessage(Request request) {
        QueueName queue = request.queue();
        MessageId message = Request.named(MessageId::of, request.name(1));
        request.small(fields -> {
            GroupName group = Request.group(fields);
            MessageSettlement settlement = SettlementJson.readOfMessage(request.name(2), fields);
            fields.end();
            request.submit(
                    new QueueCommand.SettleMessage(queue, group, message, settlement),
                    settled -> answer(request, settled.only()));
        });
    }

    private static void answer(Request request, SettleResult result) {
        Rejection rejection = result.rejection();
        if (rejection != null) {
            request.exchange().refuse(rejection);
        } else {
            request.answer(200, json -> SettlementJson.write(json, result, Problems::write));
        }
    }

    private static void settleAll(Request request) {
        QueueName queue = request.queue();
        request.large(fields -> {
            List<Settlement> settlements = fields.requiredObjects("settlements").stream()
                    .map(SettlementJson::read)
                    .toList();
            boolean atomic = fields.flag("atomic", false);
            fields.end();
            request.submit(
                    Bad.checked(() -> new QueueCommand.Settle(queue, settlements, atomic)),
                    settled -> answer(request, settled.results(), atomic));
        });
    }

    private static void answer(Request request, List<SettleResult> results, boolean atomic) {
        for (int op = 0; atomic && op < results.size(); op++) {
            Rejection rejection = results.get(op).rejection();
            if (rejection != null) {
                request.exchange().refuse(new Rejection.Conflict(op, rejection.reason(), rejection));
                return;
            }
        }
        request.answer(200, json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("results");
            for (SettleResult result : results) {
                SettlementJson.write(json, result, Problems::write);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }
}
