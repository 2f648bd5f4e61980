package dev.leat.client.queue;

import dev.leat.api.GroupName;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome;
import dev.leat.api.TaskId;
import dev.leat.client.wire.Fields;
import dev.leat.client.wire.Times;

/** What the server tells of queues, groups and tasks. */
final class InfoJson {

    private InfoJson() {}

    static QueueOutcome.QueueInfo queue(Fields fields) {
        return new QueueOutcome.QueueInfo(
                QueueName.of(fields.requiredText("queue")),
                ConfigJson.read(fields.requiredObject("config")),
                Times.moment(fields, "created"),
                fields.requiredWhole("messages"),
                fields.requiredWhole("bytes"),
                fields.requiredWhole("nextSeq"),
                fields.flag("paused"),
                fields.requiredWhole("enqueued"),
                fields.requiredWhole("duplicates"),
                fields.objects("groups").stream().map(InfoJson::group).toList());
    }

    static QueueOutcome.GroupInfo group(Fields fields) {
        return new QueueOutcome.GroupInfo(
                GroupName.of(fields.requiredText("group")),
                fields.requiredWhole("ready"),
                fields.requiredWhole("scheduled"),
                fields.requiredWhole("leased"),
                fields.requiredWhole("parked"),
                fields.requiredWhole("dead"),
                Times.findMoment(fields, "oldest"),
                fields.requiredWhole("oldestSeq"),
                fields.flag("paused"),
                Math.toIntExact(fields.requiredWhole("waiters")),
                counters(fields.requiredObject("counters")));
    }

    private static QueueOutcome.Counters counters(Fields fields) {
        return new QueueOutcome.Counters(
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

    static QueueOutcome.TaskInfo task(Fields fields) {
        return new QueueOutcome.TaskInfo(
                TaskId.of(fields.requiredText("task")),
                QueueName.of(fields.requiredText("queue")),
                Words.read(fields, "state", QueueOutcome.TaskInfo.State.class),
                fields.requiredWhole("moved"),
                fields.requiredWhole("skipped"),
                fields.requiredWhole("total"),
                Times.moment(fields, "created"),
                Times.findMoment(fields, "ended"),
                fields.text("problem"),
                Times.findDuration(fields, "remaining"));
    }
}
