package dev.leat.http.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.TransactionResult;
import dev.leat.api.spi.QueueOutcome.Transacted;
import dev.leat.api.spi.Transaction;
import dev.leat.api.spi.Transaction.Op;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.http.access.Action;
import dev.leat.http.exchange.Problems;
import dev.leat.wire.SettlementJson;
import java.io.IOException;
import java.util.List;

/** Route of transactions: several ops that are applied together or not at all. */
final class TransactionRoute {

    void handle(Request request) {
        request.large(fields -> {
            List<Op> ops =
                    fields.requiredObjects("ops").stream().map(OpFields::read).toList();
            fields.end();
            Transaction transaction = Bad.checked(() -> new Transaction(ops));
            ops.forEach(op -> require(request, op));
            request.submit(transaction, done -> answer(request, ops, done));
        });
    }

    /** Requires for each op the permission that it would need alone. */
    private static void require(Request request, Op op) {
        switch (op) {
            case Op.Settle settle ->
                request.permit().require(Action.RECEIVE, settle.queue().value());
            case Op.Enqueue enqueue ->
                request.permit().require(Action.ENQUEUE, enqueue.queue().value());
            case Op.Append append ->
                request.permit().require(Action.APPEND, append.append().path().value());
        }
    }

    private static void answer(Request request, List<Op> ops, Transacted done) {
        request.answer(200, json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("results");
            for (int i = 0; i < done.results().size(); i++) {
                json.writeStartObject();
                json.writeFieldName(OpFields.verb(ops.get(i)));
                write(json, done.results().get(i));
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, TransactionResult result) throws IOException {
        switch (result) {
            case TransactionResult.Settled(var settled) -> SettlementJson.write(json, settled, Problems::write);
            case TransactionResult.Enqueued enqueued -> {
                json.writeStartObject();
                json.writeStringField("messageId", enqueued.messageId().value());
                json.writeNumberField("seq", enqueued.seq());
                json.writeBooleanField("duplicate", enqueued.duplicate());
                json.writeEndObject();
            }
            case TransactionResult.Appended(var outcome) -> write(json, outcome);
        }
    }

    private static void write(JsonGenerator json, AppendResult appended) throws IOException {
        json.writeStartObject();
        json.writeStringField("nextOffset", appended.tail().toString());
        json.writeBooleanField("closed", appended.closed());
        json.writeBooleanField("duplicate", appended.duplicate());
        ProducerStamp producer = appended.producer();
        if (producer != null) {
            json.writeStringField("producerId", producer.id());
            json.writeNumberField("producerEpoch", producer.epoch());
            json.writeNumberField("producerSeq", producer.seq());
        }
        json.writeEndObject();
    }
}
