package dev.leat.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.cli.crash.QueueClient.Delivery;
import dev.leat.cli.crash.QueueClient.Standing;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Producers and consumers of one queue, and what they know. They say what they are about to do before they do it, so that an
 * answer that never comes leaves nobody sure of the wrong thing.
 */
final class QueueUsers {
    private final String queue;
    private final Duration lease;
    private final AtomicLong count = new AtomicLong();
    private final Set<String> sent = ConcurrentHashMap.newKeySet();
    private final Set<String> taken = ConcurrentHashMap.newKeySet();
    private final Set<String> ackSent = ConcurrentHashMap.newKeySet();
    private final Set<String> deliveries = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> acked = new ConcurrentHashMap<>();
    private final Map<String, Integer> nacked = new ConcurrentHashMap<>();
    private final Map<String, Integer> attempts = new ConcurrentHashMap<>();

    /** What had been delivered before the server started: what comes now is a later attempt. */
    private Map<String, Integer> before = Map.of();

    /** The last delivery of each message that nobody gave back, or knows to be acked. */
    private final Map<String, Delivery> held = new ConcurrentHashMap<>();

    QueueUsers(String queue, Duration lease) {
        this.queue = queue;
        this.lease = lease;
    }

    void create(QueueClient client) {
        client.create(queue, "{\"maxAttempts\":0,\"lease\":\"" + lease + "\",\"retryBackoff\":\"0s\"}");
    }

    void produce(QueueClient client) {
        String text = queue + "-" + count.getAndIncrement();
        sent.add(text);
        client.enqueue(queue, text);
        taken.add(text);
    }

    void consume(QueueClient client, String consumer, SplittableRandom random) {
        List<Delivery> received = client.receive(queue, consumer, 1 + random.nextInt(5));
        received.forEach(this::hold);
        for (Delivery delivery : received) {
            int choice = random.nextInt(10);
            if (choice < 6) {
                ack(client, delivery);
            } else if (choice < 8) {
                held.remove(delivery.text(), delivery);
                nack(client, delivery);
            }
        }
    }

    private void hold(Delivery delivery) {
        String text = delivery.text();
        int attempt = delivery.attempt();
        assertThat(sent).as("somebody sent it").contains(text);
        assertThat(attempt).as("an attempt of %s, acked at", text).isLessThan(acked.getOrDefault(text, attempt + 1));
        assertThat(attempt).as("an attempt of %s, after", text).isGreaterThan(before.getOrDefault(text, 0));
        assertThat(deliveries.add(text + " " + attempt))
                .as("attempt %d of %s is one delivery", attempt, text)
                .isTrue();
        attempts.merge(text, attempt, Math::max);
        held.merge(text, delivery, this::later);
    }

    /** They may hear of it in another order, but the server's own times do not overlap. */
    private Delivery later(Delivery one, Delivery other) {
        boolean ordered = one.attempt() < other.attempt();
        Delivery first = ordered ? one : other;
        Delivery second = ordered ? other : one;
        assertThat(second.leaseUntil().minus(lease))
                .as("when %s was delivered again, that was leased until", second)
                .isAfterOrEqualTo(first.leaseUntil());
        return second;
    }

    private void ack(QueueClient client, Delivery delivery) {
        ackSent.add(delivery.text());
        String answer = client.settle(queue, "ack", delivery.id());
        if (answer.startsWith("200") && answer.contains("\"acked\"")) {
            acked.merge(delivery.text(), delivery.attempt(), Math::max);
            held.remove(delivery.text(), delivery);
        } else {
            assertThat(isLasting())
                    .as("an ack in good time is not refused: %s", answer)
                    .isFalse();
        }
    }

    private void nack(QueueClient client, Delivery delivery) {
        if (client.settle(queue, "nack", delivery.id()).startsWith("200")) {
            nacked.merge(delivery.text(), delivery.attempt(), Math::max);
        }
    }

    /** Whether leases are so long that none ends while the test runs. */
    private boolean isLasting() {
        return lease.toHours() > 0;
    }

    /** Every answer was true. */
    void check(QueueClient client) {
        before = Map.copyOf(attempts);
        Map<String, Standing> there = client.browse(queue);
        assertThat(sent).containsAll(there.keySet());
        assertThat(there.keySet())
                .as("taken and not acked")
                .containsAll(
                        taken.stream().filter(text -> !ackSent.contains(text)).toList());
        assertThat(Collections.disjoint(there.keySet(), acked.keySet()))
                .as("what is acked is gone")
                .isTrue();
        there.forEach((text, standing) -> assertThat(standing.attempts())
                .as("attempts of %s", text)
                .isGreaterThanOrEqualTo(before.getOrDefault(text, 0)));
        there.forEach((text, standing) -> assertThat(standing)
                .as("how %s stands, which was given back", text)
                .isNotEqualTo(new Standing("leased", nacked.getOrDefault(text, -1))));
        if (isLasting()) {
            checkLeases(client, there);
        }
    }

    /** Those who had a message still have it, and can settle it. An ack that nobody answered may have been heard. */
    private void checkLeases(QueueClient client, Map<String, Standing> there) {
        held.keySet().removeIf(text -> ackSent.contains(text) && !there.containsKey(text));
        held.forEach((text, delivery) -> assertThat(there.get(text))
                .as("how %s stands", text)
                .isEqualTo(new Standing("leased", delivery.attempt())));
        held.values().stream().limit((held.size() + 1) / 2).toList().forEach(delivery -> ack(client, delivery));
    }

    int acked() {
        return acked.size();
    }
}
