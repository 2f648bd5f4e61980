package dev.leat.client.queue;

import dev.leat.api.ConsumerName;
import dev.leat.api.GroupName;
import dev.leat.api.Presence;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome;
import dev.leat.api.QueueQuery;
import dev.leat.client.wire.Fields;
import dev.leat.client.wire.Request;
import dev.leat.client.wire.Times;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tells that consumers are alive or go, and asks who is there. */
final class PresenceCalls {

    private PresenceCalls() {}

    static Call<QueueOutcome.Present> heartbeat(QueueCommand.Heartbeat command) {
        Target target = consumer(command.queue(), command.group(), command.consumer());
        Request request = Writing.object(Request.put(target.toString()), json -> {
            json.writeStringField("instance", command.instance());
            Writing.text(json, "ttl", command.ttl());
            Writing.map(json, "labels", command.labels());
            json.writeBooleanField("extendLeases", command.extendLeases());
            if (command.reportedLeases() != null) {
                json.writeNumberField("leases", command.reportedLeases());
            }
        });
        return new Call<>(request, answer -> new QueueOutcome.Present(presence(answer.json())));
    }

    static Call<QueueOutcome.Left> leave(QueueCommand.Leave command) {
        Target target = consumer(command.queue(), command.group(), command.consumer())
                .with("instance", command.instance().isEmpty() ? null : command.instance())
                .with("release", command.release() ? true : null);
        return new Call<>(
                Request.delete(target.toString()),
                answer -> new QueueOutcome.Left(answer.json().flag("existed")));
    }

    private static Target consumer(QueueName queue, @Nullable GroupName group, ConsumerName consumer) {
        return Target.presence()
                .segment(queue.value())
                .segment(Objects.requireNonNullElse(group, GroupName.DEFAULT).value())
                .segment(consumer.value());
    }

    static Call<QueueOutcome.PresencePage> list(QueueQuery.Consumers query) {
        Target target = Target.presence().with("queue", query.queue()).with("group", query.group());
        return new Call<>(Request.get(target.toString()), answer -> {
            Fields page = answer.json();
            return new QueueOutcome.PresencePage(
                    page.objects("consumers").stream()
                            .map(PresenceCalls::presence)
                            .toList(),
                    page.objects("counts").stream().map(PresenceCalls::counts).toList());
        });
    }

    private static Presence presence(Fields fields) {
        Long reported = fields.whole("reportedLeases");
        return new Presence(
                QueueName.of(fields.requiredText("queue")),
                GroupName.of(fields.requiredText("group")),
                ConsumerName.of(fields.requiredText("consumer")),
                fields.requiredText("instance"),
                Words.read(fields, "state", Presence.State.class),
                Times.moment(fields, "registeredAt"),
                Times.moment(fields, "lastSeen"),
                Times.duration(fields, "lastSeenAge"),
                Times.duration(fields, "ttl"),
                MessageJson.textMap(fields, "labels"),
                small(fields, "leases"),
                reported == null ? null : Math.toIntExact(reported),
                Times.findMoment(fields, "lastReceive"),
                Times.findMoment(fields, "lastSettle"),
                fields.requiredWhole("received"),
                fields.requiredWhole("settled"),
                fields.flag("recovering"));
    }

    private static Presence.Counts counts(Fields fields) {
        return new Presence.Counts(
                QueueName.of(fields.requiredText("queue")),
                GroupName.of(fields.requiredText("group")),
                small(fields, "active"),
                small(fields, "stale"),
                small(fields, "expired"),
                small(fields, "left"));
    }

    private static int small(Fields fields, String name) {
        return Math.toIntExact(fields.requiredWhole(name));
    }
}
