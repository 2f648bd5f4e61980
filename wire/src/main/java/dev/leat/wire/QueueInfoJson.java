package dev.leat.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStats;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.TaskId;
import dev.leat.api.queue.TaskInfo;
import java.io.IOException;

/** Queues, groups and redrive tasks in JSON. Members without a value are left out. */
public final class QueueInfoJson {

    private QueueInfoJson() {}

    /** Writes a queue as an object. */
    public static void write(JsonGenerator json, QueueInfo info) throws IOException {
        json.writeStartObject();
        json.writeStringField("queue", info.queue().value());
        json.writeFieldName("config");
        QueueConfigJson.write(json, info.config());
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

    /** Writes a group as an object. */
    public static void write(JsonGenerator json, GroupInfo info) throws IOException {
        json.writeStartObject();
        json.writeStringField("group", info.group().value());
        json.writeNumberField("ready", info.ready());
        json.writeNumberField("scheduled", info.scheduled());
        json.writeNumberField("leased", info.leased());
        json.writeNumberField("parked", info.parked());
        json.writeNumberField("dead", info.dead());
        JsonMembers.text(json, "oldest", info.oldest());
        json.writeNumberField("oldestSeq", info.oldestSeq());
        json.writeBooleanField("paused", info.paused());
        json.writeNumberField("waiters", info.waiters());
        counters(json, info.counters());
        json.writeEndObject();
    }

    private static void counters(JsonGenerator json, GroupStats counters) throws IOException {
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

    /** Writes a task as an object. */
    public static void write(JsonGenerator json, TaskInfo info) throws IOException {
        json.writeStartObject();
        json.writeStringField("task", info.task().value());
        json.writeStringField("queue", info.queue().value());
        json.writeStringField("state", EnumWords.of(info.state()));
        json.writeNumberField("moved", info.moved());
        json.writeNumberField("skipped", info.skipped());
        json.writeNumberField("total", info.total());
        json.writeStringField("created", info.created().toString());
        JsonMembers.text(json, "ended", info.ended());
        JsonMembers.text(json, "problem", info.problem());
        JsonMembers.text(json, "remaining", info.remaining());
        json.writeEndObject();
    }

    /** Reads a queue. */
    public static QueueInfo queue(JsonObject fields) {
        return new QueueInfo(
                QueueName.of(fields.requiredText("queue")),
                QueueConfigJson.read(fields.requiredObject("config")),
                fields.requiredInstant("created"),
                fields.requiredWhole("messages"),
                fields.requiredWhole("bytes"),
                fields.requiredWhole("nextSeq"),
                fields.flag("paused", false),
                fields.requiredWhole("enqueued"),
                fields.requiredWhole("duplicates"),
                fields.objects("groups").stream().map(QueueInfoJson::group).toList());
    }

    /** Reads a group. */
    public static GroupInfo group(JsonObject fields) {
        return new GroupInfo(
                GroupName.of(fields.requiredText("group")),
                fields.requiredWhole("ready"),
                fields.requiredWhole("scheduled"),
                fields.requiredWhole("leased"),
                fields.requiredWhole("parked"),
                fields.requiredWhole("dead"),
                fields.instant("oldest"),
                fields.requiredWhole("oldestSeq"),
                fields.flag("paused", false),
                fields.requiredInt("waiters"),
                counters(fields.requiredObject("counters")));
    }

    private static GroupStats counters(JsonObject fields) {
        return new GroupStats(
                fields.requiredWhole("delivered"),
                fields.requiredWhole("acked"),
                fields.requiredWhole("nacked"),
                fields.requiredWhole("released"),
                fields.requiredWhole("rejected"),
                fields.requiredWhole("expired"),
                fields.requiredWhole("deadLettered"),
                fields.requiredWhole("parked"),
                fields.requiredWhole("dropped"));
    }

    /** Reads a task. */
    public static TaskInfo task(JsonObject fields) {
        return new TaskInfo(
                TaskId.of(fields.requiredText("task")),
                QueueName.of(fields.requiredText("queue")),
                fields.requiredWord("state", TaskInfo.State.class),
                fields.requiredWhole("moved"),
                fields.requiredWhole("skipped"),
                fields.requiredWhole("total"),
                fields.requiredInstant("created"),
                fields.instant("ended"),
                fields.text("problem"),
                fields.duration("remaining"));
    }
}
