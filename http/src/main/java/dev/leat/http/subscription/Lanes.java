package dev.leat.http.subscription;

import dev.leat.api.spi.WebhookCall;
import dev.leat.api.subscription.SubscriptionId;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Calls that wait for others to end: so many run at once, and so many of them to the same host. Hosts take turns. Of a subscription
 * only the latest call waits, because it makes those before it pointless; so there are never more than there are subscriptions.
 * Not for several threads.
 */
final class Lanes {
    private final int overall;
    private final int perLane;
    private final Map<String, Lane> lanes = new HashMap<>();
    private final Queue<Lane> ready = new ArrayDeque<>();
    private int running;

    Lanes(int overall, int perLane) {
        this.overall = overall;
        this.perLane = perLane;
    }

    /** A call that may be made now. */
    record Turn(WebhookCall call, Lane lane) {}

    /** The calls to one host. */
    final class Lane {
        private final String name;
        private final Map<SubscriptionId, WebhookCall> waiting = new LinkedHashMap<>();
        private int running;
        private boolean isReady;

        private Lane(String name) {
            this.name = name;
        }

        private void queue() {
            if (!isReady && running < perLane && !waiting.isEmpty()) {
                isReady = true;
                ready.add(this);
            }
        }

        private void tidy() {
            if (running == 0 && waiting.isEmpty() && !isReady) {
                lanes.remove(name);
            }
        }
    }

    void add(String host, WebhookCall call) {
        Lane lane = lanes.computeIfAbsent(host, Lane::new);
        lane.waiting.put(call.wake().subscription(), call);
        lane.queue();
    }

    /** Drops a call that waits. */
    void forget(SubscriptionId id) {
        lanes.values().forEach(lane -> lane.waiting.remove(id));
    }

    /** The next call that may be made; null if none may. The caller calls {@link #ended} afterwards. */
    @Nullable
    Turn next() {
        while (running < overall) {
            Lane lane = ready.poll();
            if (lane == null) {
                return null;
            }
            lane.isReady = false;
            var first = lane.waiting.values().iterator();
            if (first.hasNext()) {
                WebhookCall call = first.next();
                first.remove();
                running++;
                lane.running++;
                lane.queue();
                return new Turn(call, lane);
            }
            lane.tidy();
        }
        return null;
    }

    void ended(Lane lane) {
        running--;
        lane.running--;
        lane.queue();
        lane.tidy();
    }

    int size() {
        return lanes.values().stream().mapToInt(lane -> lane.waiting.size()).sum();
    }
}
