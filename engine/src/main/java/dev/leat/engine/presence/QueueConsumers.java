package dev.leat.engine.presence;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Presence.State;
import dev.leat.engine.figures.PresenceCounts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The consumers of one queue. */
final class QueueConsumers {
    private final Map<Long, ConsumerState> byNumber = new HashMap<>();
    private final Map<Member, List<ConsumerState>> byMember = new HashMap<>();
    private final Set<ConsumerState> ended = new LinkedHashSet<>(); // expired or left, the longest ago first
    private final PresenceCounts census;
    private long next = 1;

    /** The name of a consumer in a group; all its instances share it. */
    private record Member(int group, ConsumerName consumer) {}

    /** @param census counts the consumers of all queues of the shard */
    QueueConsumers(PresenceCounts census) {
        this.census = census;
    }

    long nextNumber() {
        return next;
    }

    int size() {
        return byNumber.size();
    }

    Collection<ConsumerState> all() {
        return byNumber.values();
    }

    /** Returns the consumers of a group. */
    List<ConsumerState> of(int group) {
        return byNumber.values().stream()
                .filter(entry -> entry.place.group() == group)
                .toList();
    }

    @Nullable
    ConsumerState find(long number) {
        return byNumber.get(number);
    }

    /** Returns the instances of a consumer. */
    List<ConsumerState> find(int group, ConsumerName consumer) {
        return byMember.getOrDefault(new Member(group, consumer), List.of());
    }

    @Nullable
    ConsumerState find(int group, ConsumerName consumer, String instance) {
        for (ConsumerState entry : find(group, consumer)) {
            if (entry.instance.equals(instance)) {
                return entry;
            }
        }
        return null;
    }

    /** Returns the consumer that expired or left first, of those that can be forgotten; null for none. */
    @Nullable
    ConsumerState longestEnded(Predicate<ConsumerState> canGo) {
        for (ConsumerState entry : ended) {
            if (canGo.test(entry)) {
                return entry;
            }
        }
        return null;
    }

    void add(ConsumerState entry) {
        next = Math.max(next, entry.number + 1);
        byNumber.put(entry.number, entry);
        byMember.computeIfAbsent(new Member(entry.place.group(), entry.consumer), unseen -> new ArrayList<>(1))
                .add(entry);
        turned(entry);
    }

    /** Updates the counts after the published state of a consumer has changed. */
    void turned(ConsumerState entry) {
        census.turned(entry.counted, entry.published);
        entry.counted = entry.published;
        boolean over = entry.published == State.EXPIRED || entry.published == State.LEFT;
        if (!over) {
            ended.remove(entry);
        } else {
            ended.add(entry);
        }
    }

    void remove(ConsumerState entry) {
        byNumber.remove(entry.number);
        census.turned(entry.counted, null);
        entry.counted = null;
        ended.remove(entry);
        Member member = new Member(entry.place.group(), entry.consumer);
        List<ConsumerState> instances = byMember.getOrDefault(member, List.of());
        instances.remove(entry);
        if (instances.isEmpty()) {
            byMember.remove(member);
        }
        entry.gone = true;
    }
}
