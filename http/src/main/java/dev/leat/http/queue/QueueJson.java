package dev.leat.http.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome.Counters;
import dev.leat.api.QueueOutcome.GroupInfo;
import dev.leat.api.QueueOutcome.QueueInfo;
import dev.leat.api.QueueOutcome.TaskInfo;
import dev.leat.http.exchange.Json;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Queues, groups and tasks as clients are told of them. What is not known is left out. */
public final class QueueJson {

    private QueueJson() {}

    /** What is told of a queue that was made or changed. */
    static Json config(QueueName queue, QueueConfig config) {
        return json -> {
            json.writeStartObject();
            json.writeStringField("queue", queue.value());
            json.writeFieldName("config");
            ConfigJson.write(json, config);
            json.writeEndObject();
        };
    }

    public static void write(JsonGenerator json, QueueInfo info) throws IOException {
        json.writeStartObject();
        json.writeStringField("queue", info.queue().value());
        json.writeFieldName("config");
        ConfigJson.write(json, info.config());
        json.writeStringField("created", info.created().toString());
        json.writeNumberField("messages", info.messages());
        json.writeNumberField("bytes", info.bytes());
        json.writeNumberField("nextSeq", info.nextSeq());
        json.writeBooleanField("paused", info.paused());
        json.writeNumberField("enqueued", info.enqueued());
        json.writeNumberField("duplicates", info.duplicates());
        json.writeArrayFieldStart("groups");
        for (GroupInfo group : info.groups()) {
            write(json, group);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    public static void write(JsonGenerator json, QueueConfig config) throws IOException {
        ConfigJson.write(json, config);
    }

    static void write(JsonGenerator json, GroupInfo info) throws IOException {
        json.writeStartObject();
        json.writeStringField("group", info.group().value());
        json.writeNumberField("ready", info.ready());
        json.writeNumberField("scheduled", info.scheduled());
        json.writeNumberField("leased", info.leased());
        json.writeNumberField("parked", info.parked());
        json.writeNumberField("dead", info.dead());
        moment(json, "oldest", info.oldest());
        json.writeNumberField("oldestSeq", info.oldestSeq());
        json.writeBooleanField("paused", info.paused());
        json.writeNumberField("waiters", info.waiters());
        counters(json, info.counters());
        json.writeEndObject();
    }

    private static void counters(JsonGenerator json, Counters counters) throws IOException {
        json.writeObjectFieldStart("counters");
        json.writeNumberField("delivered", counters.delivered());
        json.writeNumberField("acked", counters.acked());
        json.writeNumberField("nacked", counters.nacked());
        json.writeNumberField("released", counters.released());
        json.writeNumberField("rejected", counters.rejected());
        json.writeNumberField("expired", counters.expired());
        json.writeNumberField("deadLettered", counters.deadLettered());
        json.writeNumberField("parked", counters.parked());
        json.writeNumberField("dropped", counters.dropped());
        json.writeEndObject();
    }

    public static Json task(TaskInfo info) {
        return json -> {
            json.writeStartObject();
            json.writeStringField("task", info.task().value());
            json.writeStringField("queue", info.queue().value());
            json.writeStringField("state", Words.of(info.state()));
            json.writeNumberField("moved", info.moved());
            json.writeNumberField("skipped", info.skipped());
            json.writeNumberField("total", info.total());
            json.writeStringField("created", info.created().toString());
            moment(json, "ended", info.ended());
            text(json, "problem", info.problem());
            text(json, "remaining", info.remaining());
            json.writeEndObject();
        };
    }

    static void moment(JsonGenerator json, String name, @Nullable Instant moment) throws IOException {
        text(json, name, moment);
    }

    /** Writes something that may not be there. */
    static void text(JsonGenerator json, String name, @Nullable Object value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value.toString());
        }
    }
}
