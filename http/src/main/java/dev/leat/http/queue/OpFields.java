package dev.leat.http.queue;

import dev.leat.api.Rejection;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Transaction.Op;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.http.exchange.ProblemException;
import dev.leat.http.exchange.Problems;
import dev.leat.http.exchange.ReservedPaths;
import dev.leat.wire.JsonObject;
import dev.leat.wire.MessageJson;
import dev.leat.wire.PayloadJson;
import dev.leat.wire.SettlementJson;
import org.jspecify.annotations.Nullable;

/** Reader of the ops of a transaction, each an object with one member whose name is the kind of op. */
final class OpFields {

    private OpFields() {}

    static Op read(JsonObject fields) {
        String verb = fields.onlyName();
        JsonObject about = fields.requiredObject(verb);
        Op op = switch (verb) {
            case "enqueue" -> new Op.Enqueue(queue(about), MessageJson.newMessage(about));
            case "append" -> append(about);
            default -> {
                if (!SettlementJson.VERBS.contains(verb)) {
                    throw Bad.argument(
                            "an op is ack, nack, release, reject, extend, enqueue or append, not " + Bad.quoted(verb));
                }
                yield new Op.Settle(queue(about), SettlementJson.read(verb, about));
            }
        };
        about.end();
        return op;
    }

    /** Returns the word for the kind of op. */
    static String verb(Op op) {
        return switch (op) {
            case Op.Settle(var queue, var settlement) -> SettlementJson.verb(settlement);
            case Op.Enqueue ignored -> "enqueue";
            case Op.Append ignored -> "append";
        };
    }

    private static QueueName queue(JsonObject fields) {
        return Bad.checked(() -> QueueName.of(fields.requiredText("queue")));
    }

    private static Op append(JsonObject fields) {
        StreamPath path = Bad.checked(() -> StreamPath.of(fields.requiredText("stream")));
        ReservedPaths.requireWritable(path);
        PayloadJson.Payload payload = PayloadJson.read(fields);
        String seq = fields.text("seq");
        boolean close = fields.flag("close", false);
        Command.Append append = Bad.checked(() -> new Command.Append(
                path,
                payload == null ? null : payload.contentType(),
                payload == null ? Body.EMPTY : Body.of(payload.bytes()),
                producer(fields),
                seq,
                close));
        return new Op.Append(append, expected(fields));
    }

    private static @Nullable Offset expected(JsonObject fields) {
        String text = fields.text("expectedOffset");
        if (text == null) {
            return null;
        }
        return Offset.parse(text)
                .filter(offset -> !offset.equals(Offset.NOW))
                .orElseThrow(() -> new ProblemException(Problems.from(new Rejection.MalformedOffset(text))));
    }

    private static @Nullable ProducerStamp producer(JsonObject fields) {
        String id = fields.text("producerId");
        Long epoch = fields.whole("producerEpoch", 0, ProducerStamp.MAX);
        Long seq = fields.whole("producerSeq", 0, ProducerStamp.MAX);
        if (id == null && epoch == null && seq == null) {
            return null;
        }
        if (id == null || epoch == null || seq == null) {
            throw Bad.argument("producerId, producerEpoch and producerSeq come together or not at all");
        }
        return new ProducerStamp(id, epoch, seq);
    }
}
