package dev.leat.client.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.TransactionResult;
import dev.leat.api.queue.MessageId;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.Transaction;
import dev.leat.api.spi.Transaction.Op;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.client.transport.ClientRequest;
import dev.leat.client.transport.MalformedResponse;
import dev.leat.wire.JsonMembers;
import dev.leat.wire.JsonObject;
import dev.leat.wire.MessageJson;
import dev.leat.wire.PayloadJson;
import dev.leat.wire.SettlementJson;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The request of a transaction. */
final class TransactionRequests {

    private TransactionRequests() {}

    static QueueRequest<QueueOutcome.Transacted> commit(Transaction transaction) {
        List<Op> ops = transaction.ops();
        ops.forEach(TransactionRequests::requireOnePayload);
        ClientRequest post =
                ClientRequest.post(RequestPath.transactions().toString()).repeatable(isRepeatable(ops));
        ClientRequest request = RequestBodies.object(post, json -> {
            json.writeArrayFieldStart("ops");
            for (Op op : ops) {
                json.writeStartObject();
                json.writeObjectFieldStart(verb(op));
                write(json, op);
                json.writeEndObject();
                json.writeEndObject();
            }
            json.writeEndArray();
        });
        return new QueueRequest<>(
                request,
                OnceOnlyReader.when(
                        Rejection.Conflict.class,
                        answer -> new QueueOutcome.Transacted(answer.json().objects("results").stream()
                                .map(TransactionRequests::result)
                                .toList())));
    }

    /** Refuses an append with several payloads, which a request cannot express. */
    private static void requireOnePayload(Op op) {
        if (op instanceof Op.Append append && append.append().body().payloads().size() > 1) {
            throw RejectedException.withoutTrace(
                    new Rejection.BadArgument("over HTTP an append in a transaction has one payload, not "
                            + append.append().body().payloads().size() + "; give each an op of its own"));
        }
    }

    /** Returns whether the request can be repeated: a single op that cannot succeed twice prevents a second execution of all. */
    private static boolean isRepeatable(List<Op> ops) {
        return ops.stream().anyMatch(TransactionRequests::succeedsOnce)
                || ops.stream().allMatch(TransactionRequests::isIdempotent);
    }

    private static boolean succeedsOnce(Op op) {
        if (op instanceof Op.Append append) {
            return append.expected() != null
                    && append.append().producer() == null
                    && !append.append().body().isEmpty();
        }
        return op instanceof Op.Settle settle && SettleRequests.ends(settle.settlement());
    }

    private static boolean isIdempotent(Op op) {
        if (op instanceof Op.Append append) {
            return append.append().producer() != null;
        } else if (op instanceof Op.Enqueue enqueue) {
            return enqueue.message().dedupId() != null;
        }
        return true; // it extends a lease
    }

    private static String verb(Op op) {
        if (op instanceof Op.Settle settle) {
            return SettlementJson.verb(settle.settlement());
        }
        return op instanceof Op.Enqueue ? "enqueue" : "append";
    }

    private static void write(JsonGenerator json, Op op) throws IOException {
        if (op instanceof Op.Settle settle) {
            json.writeStringField("queue", settle.queue().value());
            SettlementJson.write(json, settle.settlement());
        } else if (op instanceof Op.Enqueue enqueue) {
            json.writeStringField("queue", enqueue.queue().value());
            MessageJson.write(json, enqueue.message());
        } else if (op instanceof Op.Append append) {
            write(json, append.append(), append.expected());
        }
    }

    private static void write(JsonGenerator json, Command.Append append, @Nullable Offset expected) throws IOException {
        json.writeStringField("stream", append.path().value());
        JsonMembers.text(json, "contentType", append.contentType());
        if (!append.body().isEmpty()) {
            PayloadJson.writeBase64(json, append.body().payloads().get(0));
        }
        JsonMembers.text(json, "expectedOffset", expected);
        JsonMembers.text(json, "seq", append.seq());
        ProducerStamp producer = append.producer();
        if (producer != null) {
            json.writeStringField("producerId", producer.id());
            json.writeNumberField("producerEpoch", producer.epoch());
            json.writeNumberField("producerSeq", producer.seq());
        }
        json.writeBooleanField("close", append.close());
    }

    private static TransactionResult result(JsonObject fields) {
        String verb = fields.names().stream().findFirst().orElseThrow(() -> new MalformedResponse("a result is empty"));
        JsonObject about = fields.requiredObject(verb);
        return switch (verb) {
            case "enqueue" ->
                new TransactionResult.Enqueued(
                        MessageId.of(about.requiredText("messageId")),
                        about.requiredWhole("seq"),
                        about.flag("duplicate", false));
            case "append" ->
                new TransactionResult.Appended(new AppendResult(
                        Offset.of(about.requiredText("nextOffset")),
                        about.flag("closed", false),
                        about.flag("duplicate", false),
                        producer(about)));
            default -> new TransactionResult.Settled(SettlementJson.result(about));
        };
    }

    private static @Nullable ProducerStamp producer(JsonObject fields) {
        String id = fields.text("producerId");
        return id == null
                ? null
                : new ProducerStamp(id, fields.requiredWhole("producerEpoch"), fields.requiredWhole("producerSeq"));
    }
}
