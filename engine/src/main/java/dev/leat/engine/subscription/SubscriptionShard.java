package dev.leat.engine.subscription;

import dev.leat.api.subscription.SubscriptionId;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.CheckpointPart;
import dev.leat.engine.shard.Feature;
import dev.leat.engine.shard.KindRange;
import dev.leat.engine.shard.Rows;
import dev.leat.engine.stream.StreamCatalog;
import dev.leat.storage.store.Store;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of one shard. {@link StreamLinks} decides which streams they cover, {@link WakeScheduler} which worker is woken; both change
 * things by {@link #change} only, which writes the change for the journal and applies it as {@link #replay} does.
 */
public final class SubscriptionShard implements Feature {
    private final SubscriptionTable table;
    private final StreamLinks streamLinks;
    private final WakeScheduler wakeScheduler;
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(Timer::at));

    /** A subscription to be looked at when its time has come. */
    private record Timer(long at, Subscription subscription) {}

    SubscriptionShard(int shard, SubscriptionContext context, Consumer<StreamLink> onMoved) {
        this.table = new SubscriptionTable(shard, onMoved);
        this.streamLinks = new StreamLinks(this, context);
        this.wakeScheduler = new WakeScheduler(this, streamLinks, context);
    }

    /** Returns empty shards for a rehearsal: no thread runs them, nothing is written. */
    public static SubscriptionShard[] idle(int shards) {
        SubscriptionContext alone = new SubscriptionContext(
                new StreamCatalog(),
                new SubscriptionMatcher(),
                new WebhookCalls(),
                (subscription, announcement) -> {},
                new TreeSet<>());
        SubscriptionShard[] idle = new SubscriptionShard[shards];
        Arrays.setAll(idle, shard -> new SubscriptionShard(shard, alone, link -> {}));
        return idle;
    }

    /** Takes in everything that the last checkpoint had. */
    public static void load(Store store, SubscriptionShard[] shards) {
        for (char letter : SubscriptionRow.LETTERS.toCharArray()) {
            Rows.scan(store, letter, (key, value) -> {
                SubscriptionRow row = SubscriptionRow.read(key, value);
                row.requireShard(shards.length);
                shards[row.shard()].table.load(row);
                return true;
            });
        }
    }

    SubscriptionTable table() {
        return table;
    }

    StreamLinks streamLinks() {
        return streamLinks;
    }

    WakeScheduler wakeScheduler() {
        return wakeScheduler;
    }

    @Nullable
    Subscription find(SubscriptionId id) {
        return table.find(id);
    }

    void change(SubscriptionChange change, Changes changes) {
        change.write(changes);
        table.apply(change, changes.time());
    }

    @Override
    public KindRange kinds() {
        return SubscriptionChangeKinds.RANGE;
    }

    @Override
    public void replay(int kind, BytesIn change, long time) {
        table.apply(SubscriptionChange.read(kind, change), time);
    }

    @Override
    public CheckpointPart capture() {
        return table.capture();
    }

    /** The subscriptions and links as they are. */
    public List<SubscriptionRow> rows() {
        return table.rows();
    }

    /** Looks at a subscription again when its time comes. A timer that comes too early is set anew then, not now. */
    void watchTime(Subscription subscription) {
        long at = wakeScheduler.due(subscription);
        if (at < subscription.timer) {
            subscription.timer = at;
            timers.add(new Timer(at, subscription));
        }
    }

    @Override
    public long due() {
        Timer first = timers.peek();
        return first == null ? Long.MAX_VALUE : first.at();
    }

    @Override
    public void expire(Changes changes) {
        while (due() <= changes.time() && !changes.isFull()) {
            Timer timer = timers.remove();
            Subscription subscription = timer.subscription;
            if (!subscription.gone && timer.at == subscription.timer) {
                subscription.timer = Long.MAX_VALUE;
                if (wakeScheduler.due(subscription) <= changes.time()) {
                    wakeScheduler.expire(subscription, changes);
                }
                watchTime(subscription);
            }
        }
    }
}
