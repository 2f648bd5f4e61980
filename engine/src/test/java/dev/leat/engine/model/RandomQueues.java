package dev.leat.engine.model;

import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfig.Mode;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Settlement;
import dev.leat.engine.model.QueueModel.Queue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Random queues, messages and settlements for {@link QueueLife}. */
final class RandomQueues {
    static final List<GroupName> LASTING = List.of(GroupName.of("g0"), GroupName.of("g1"));
    static final List<GroupName> PASSING = List.of(GroupName.of("p0"), GroupName.of("p1"));

    static final QueueName WORK = QueueName.of("{same}work");

    private final Random random;
    private final QueueName dead;
    private int made;

    RandomQueues(Random random) {
        this.random = random;
        this.dead = QueueName.of(random.nextBoolean() ? "{same}dead" : "dead");
    }

    <T> T any(Collection<T> all) {
        return new ArrayList<>(all).get(random.nextInt(all.size()));
    }

    Queue deadLetters(QueueModel model) {
        return model.queue(dead);
    }

    Map<QueueName, QueueConfig> configs() {
        Map<QueueName, QueueConfig> configs = new LinkedHashMap<>();
        configs.put(
                dead,
                QueueConfig.builder(Mode.WORK)
                        .lease(seconds(5, 20))
                        .maxAttempts(random.nextInt(4))
                        .build());
        configs.put(WORK, config(Mode.WORK));
        configs.put(QueueName.of("fan"), config(Mode.FANOUT));
        return configs;
    }

    private Duration seconds(int least, int most) {
        return Duration.ofMillis(least * 1000L + random.nextInt((most - least) * 1000));
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    private QueueConfig config(Mode mode) {
        boolean mortal = oneIn(2);
        boolean small = mode == Mode.WORK && oneIn(4);
        boolean few = oneIn(2);
        QueueConfigBuilder builder = QueueConfig.builder(mode)
                .lease(seconds(5, 20))
                .maxAttempts(random.nextInt(4))
                .maxReleases(oneIn(3) ? 1 : 100)
                .deadLetter(mortal ? dead : null)
                .exhausted(oneIn(4) ? QueueConfig.Exhausted.DROP : QueueConfig.Exhausted.PARK)
                .retryBackoff(oneIn(3) ? Backoff.NONE : new Backoff(seconds(1, 2), 2, Duration.ofSeconds(5)))
                .expiryBackoff(oneIn(3) ? seconds(1, 3) : Duration.ZERO)
                .priority(oneIn(4))
                .ttl(oneIn(4) ? seconds(10, 40) : null)
                .expired(oneIn(2) ? QueueConfig.Expired.DEAD_LETTER : QueueConfig.Expired.DROP)
                .dedupWindow(seconds(3, 20))
                .maxMessages(small && few ? 4 + random.nextInt(6) : 0)
                .maxBytes(small && !few ? 10 + random.nextInt(20) : 0)
                .full(small && oneIn(2) ? QueueConfig.Full.DROP_OLDEST : QueueConfig.Full.REJECT)
                .keyBatch(oneIn(3) ? 2 + random.nextInt(3) : 1)
                .parkHoldsKey(oneIn(4))
                .maxLeases(oneIn(6) ? 2 : 0)
                .maxLeasesPerConsumer(oneIn(6) ? 1 : 0)
                .strictLease(oneIn(4));
        return builder.build();
    }

    Duration lease() {
        return seconds(1, 20);
    }

    ConsumerName consumer() {
        return ConsumerName.of(oneIn(2) ? "ann" : "bob");
    }

    NewMessage message(Queue queue) {
        NewMessage message = NewMessage.of("m" + made++);
        if (queue.config.priority() && !oneIn(3)) {
            message = message.withPriority(random.nextInt(10));
        }
        if (oneIn(queue.config.priority() ? 30 : 3)) {
            message = message.withKey("k" + random.nextInt(3));
        }
        if (oneIn(message.key() == null ? 4 : 30)) {
            message = message.withDelay(Duration.ofMillis(random.nextInt(8000)));
        }
        if (oneIn(6)) {
            message = message.withTtl(seconds(1, 20));
        }
        if (oneIn(5)) {
            message = message.withDedupId("d" + random.nextInt(6));
        }
        if (oneIn(6)) {
            message = message.withMaxAttempts(1 + random.nextInt(3));
        }
        if (queue.isFanout() && oneIn(5)) {
            message = message.withGroups(Set.of(any(queue.groups.keySet())));
        }
        return message;
    }

    Settlement settlement(DeliveryId id) {
        return switch (random.nextInt(11)) {
            case 0, 1, 2, 3 -> new Settlement.Ack(id, oneIn(6));
            case 4, 5, 6 -> new Settlement.Nack(id, delay(), null, oneIn(2) ? "it failed" : null);
            case 7 -> new Settlement.Release(id, delay());
            case 8 -> Settlement.Reject.of(id, "never");
            case 9 -> new Settlement.Extend(id, Duration.ZERO);
            default -> new Settlement.Extend(id, lease());
        };
    }

    private @Nullable Duration delay() {
        return oneIn(2) ? null : Duration.ofMillis(oneIn(2) ? 0 : random.nextInt(5000));
    }
}
