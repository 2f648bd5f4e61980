package dev.leat.client.queue;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.PresencePage;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.client.transport.ClientRequest;
import dev.leat.wire.JsonMembers;
import dev.leat.wire.JsonObject;
import dev.leat.wire.PresenceJson;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Requests of heartbeats and leaves, and of the consumers that are present. */
final class PresenceRequests {

    private PresenceRequests() {}

    static QueueRequest<QueueOutcome.Present> heartbeat(QueueCommand.Heartbeat command) {
        RequestPath target = consumer(command.queue(), command.group(), command.consumer());
        ClientRequest request = RequestBodies.object(ClientRequest.put(target.toString()), json -> {
            json.writeStringField("instance", command.instance());
            JsonMembers.text(json, "ttl", command.ttl());
            RequestBodies.map(json, "labels", command.labels());
            json.writeBooleanField("extendLeases", command.extendLeases());
            JsonMembers.whole(json, "leases", command.reportedLeases());
        });
        return new QueueRequest<>(request, answer -> new QueueOutcome.Present(PresenceJson.presence(answer.json())));
    }

    static QueueRequest<QueueOutcome.Left> leave(QueueCommand.Leave command) {
        RequestPath target = consumer(command.queue(), command.group(), command.consumer())
                .with("instance", command.instance().isEmpty() ? null : command.instance())
                .with("release", command.release() ? true : null);
        return new QueueRequest<>(
                ClientRequest.delete(target.toString()),
                answer -> new QueueOutcome.Left(answer.json().flag("existed", false)));
    }

    private static RequestPath consumer(QueueName queue, @Nullable GroupName group, ConsumerName consumer) {
        return RequestPath.presence()
                .segment(queue.value())
                .segment(Objects.requireNonNullElse(group, GroupName.DEFAULT).value())
                .segment(consumer.value());
    }

    static QueueRequest<PresencePage> list(QueueQuery.Consumers query) {
        RequestPath target = RequestPath.presence().with("queue", query.queue()).with("group", query.group());
        return new QueueRequest<>(ClientRequest.get(target.toString()), answer -> {
            JsonObject page = answer.json();
            return new PresencePage(
                    page.objects("consumers").stream()
                            .map(PresenceJson::presence)
                            .toList(),
                    page.objects("counts").stream().map(PresenceJson::counts).toList());
        });
    }
}
