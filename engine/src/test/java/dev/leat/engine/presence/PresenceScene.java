package dev.leat.engine.presence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.support.QueueRig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A queue, its consumers, and what is told of them. */
abstract class PresenceScene {
    static final Duration TTL = Duration.ofSeconds(30);
    static final Duration KEEP = Duration.ofMinutes(10);

    final QueueRig rig = new QueueRig();

    PresenceScene() {
        rig.create("jobs", QueueConfig.work());
    }

    Presence beat(String consumer, String instance) {
        return beat(consumer, instance, TTL, Map.of());
    }

    Presence beat(String consumer, String instance, @Nullable Duration ttl, Map<String, String> labels) {
        return rig.call(new QueueCommand.Heartbeat(
                        QueueName.of("jobs"), null, ConsumerName.of(consumer), instance, ttl, labels, false))
                .presence();
    }

    boolean leave(String consumer, String instance) {
        return rig.call(new QueueCommand.Leave(QueueName.of("jobs"), null, ConsumerName.of(consumer), instance, false))
                .existed();
    }

    List<Presence> consumers() {
        return rig.ask(new QueueQuery.Consumers(QueueName.of("jobs"), null)).consumers();
    }

    Presence only() {
        assertThat(consumers()).hasSize(1);
        return consumers().get(0);
    }

    Presence.Counts counts() {
        return rig.ask(new QueueQuery.Consumers(QueueName.of("jobs"), null))
                .counts()
                .get(0);
    }

    /** What the stream about the queue's consumers says, message by message. */
    List<String> told() {
        try (Slice slice = rig.ask(new Query.Read(path(), Offset.START, Integer.MAX_VALUE))) {
            return slice.messages().stream()
                    .map(message -> new String(message.payload(), StandardCharsets.UTF_8))
                    .toList();
        }
    }

    static StreamPath path() {
        return StreamPath.ofPresence(QueueName.of("jobs"));
    }

    List<String> toldTypes() {
        return told().stream()
                .map(json -> json.replaceAll(".*\"type\":\"consumer-([a-z]*)\".*", "$1"))
                .toList();
    }
}
