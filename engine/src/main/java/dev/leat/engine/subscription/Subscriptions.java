package dev.leat.engine.subscription;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.SubscriptionInfo;
import dev.leat.api.subscription.SubscriptionPage;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import dev.leat.engine.shard.Ids;
import dev.leat.engine.shard.InternalCall;
import dev.leat.engine.shard.Placement;
import dev.leat.engine.shard.ReplyCall;
import dev.leat.engine.shard.Shard;
import dev.leat.engine.stream.Streams;
import dev.leat.engine.stream.TrackedStream;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All subscriptions of an engine: brings what callers ask for, and what streams tell, to the right shard. */
public final class Subscriptions {
    private static final Logger LOG = LoggerFactory.getLogger(Subscriptions.class);

    private final Streams streams;
    private final SubscriptionContext context;
    private final Slot[] slots;

    /** A shard and its subscriptions. */
    private record Slot(Shard shard, SubscriptionShard subscriptions, SubscriptionHandler handler, WakeHandler wakes) {}

    public Subscriptions(int shards, Streams streams, WebhookCalls wakes) {
        this.streams = streams;
        this.slots = new Slot[shards];
        this.context = new SubscriptionContext(
                streams.catalog(), new SubscriptionMatcher(), wakes, this::announce, new ConcurrentSkipListSet<>());
        streams.catalog().onNewcomer(path -> context.matcher().appeared(path, this::meet));
    }

    /** Puts a shard in its place, with no subscriptions yet. */
    public SubscriptionShard attach(Shard shard) {
        SubscriptionShard subscriptions = new SubscriptionShard(shard.number(), context, this::moved);
        shard.attach(subscriptions);
        slots[shard.number()] = new Slot(
                shard,
                subscriptions,
                new SubscriptionHandler(shard, subscriptions, context),
                new WakeHandler(subscriptions));
        return subscriptions;
    }

    private Slot slot(Subscription subscription) {
        return slots[Ids.shardOf(subscription.number)];
    }

    /** Everything is replayed, streams as well. What happened to streams that the subscriptions do not know is the first call. */
    public void recovered() {
        for (Slot slot : slots) {
            for (Subscription subscription : slot.subscriptions.table().all()) {
                context.ids().add(subscription.id);
                context.matcher().watch(subscription);
                slot.shard.force(new InternalCall(changes -> resume(slot, subscription, changes)));
            }
        }
    }

    private static void resume(Slot slot, Subscription subscription, Changes changes) {
        if (!subscription.gone) {
            slot.subscriptions.streamLinks().resume(subscription, changes);
            boolean all = slot.subscriptions.streamLinks().grant(subscription, changes);
            slot.subscriptions.wakeScheduler().resume(subscription, changes);
            if (!all) {
                changes.afterwards(() -> slot.shard.force(new InternalCall(more -> grant(slot, subscription, more))));
            }
        }
    }

    private static void grant(Slot slot, Subscription subscription, Changes changes) {
        boolean all = slot.subscriptions.streamLinks().grant(subscription, changes);
        slot.subscriptions.wakeScheduler().look(subscription, changes);
        if (!all) {
            changes.afterwards(() -> slot.shard.force(new InternalCall(more -> grant(slot, subscription, more))));
        }
    }

    /** Called when a sender of webhook requests registers. */
    public void heard() {
        for (Slot slot : slots) {
            slot.shard.force(new InternalCall(changes -> heard(slot, changes)));
        }
    }

    private static void heard(Slot slot, Changes changes) {
        for (Subscription subscription : slot.subscriptions.table().all()) {
            slot.subscriptions.wakeScheduler().heard(subscription, changes);
        }
    }

    private void moved(StreamLink link) {
        Slot slot = slot(link.subscription);
        slot.shard.force(new InternalCall(changes -> moved(slot, link, changes)));
    }

    /** While a wake is on, it is enough to know which streams to look at afterwards. */
    private static void moved(Slot slot, StreamLink link, Changes changes) {
        Subscription subscription = link.subscription;
        if (link.gone || subscription.gone) {
            return;
        }
        TrackedStream stream = link.stream;
        if (subscription.isIdle() || stream == null || !stream.isLive()) {
            slot.subscriptions.streamLinks().refresh(link, changes);
            slot.subscriptions.wakeScheduler().look(subscription, changes);
        } else {
            subscription.moved.add(link);
        }
    }

    private void meet(Subscription subscription, StreamPath path) {
        Slot slot = slot(subscription);
        slot.shard.force(new InternalCall(changes -> {
            if (!subscription.gone) {
                slot.subscriptions.streamLinks().meet(subscription, path, changes);
                slot.subscriptions.wakeScheduler().look(subscription, changes);
            }
        }));
    }

    private void announce(Subscription subscription, WakeMessage announcement) {
        TrackedStream stream = context.catalog().live(announcement.wakeStream());
        Reply<AppendResult> reply = new Reply<>() {
            @Override
            public void answered(AppendResult outcome) {}

            @Override
            public void refused(Rejection rejection) {
                LOG.debug("a wake of {} was not announced: {}", subscription.id, rejection.reason());
                Slot slot = slot(subscription);
                slot.shard.force(new InternalCall(changes -> slot.subscriptions
                        .wakeScheduler()
                        .tellLater(subscription, announcement.generation(), changes)));
            }
        };
        streams.insist(announcement.append(stream != null && stream.isJson()), reply);
    }

    /** Brings a command to its shard. */
    public <O extends Outcome> void submit(Command.OfSubscription<O> command, Reply<? super O> reply) {
        Slot slot = slots[Placement.shard(command.tag(), slots.length)];
        slot.shard.submit(call(slot, command, reply));
    }

    private static Call call(Slot slot, Command.OfSubscription<?> command, Reply<?> reply) {
        return switch (command) {
            case Command.Subscribe given -> call(given, slot.handler::subscribe, reply);
            case Command.Unsubscribe given -> call(given, slot.handler::unsubscribe, reply);
            case Command.Link given -> call(slot, given, slot.handler::link, reply);
            case Command.Unlink given -> call(slot, given, slot.handler::unlink, reply);
            case Command.Claim given -> call(slot, given, slot.wakes::claim, reply);
            case Command.Settle given -> call(slot, given, slot.wakes::settle, reply);
            case Command.ReleaseWake given -> call(slot, given, slot.wakes::release, reply);
            case Command.WebhookAnswered given -> call(slot, given, slot.wakes::webhookAnswered, reply);
        };
    }

    @SuppressWarnings("unchecked") // each command names the type of its own outcome
    private static <C extends Command.OfSubscription<O>, O extends Outcome> Call call(
            C command, BiFunction<C, Changes, Decision<O>> decider, Reply<?> reply) {
        return ReplyCall.of(changes -> decider.apply(command, changes), (Reply<? super O>) reply);
    }

    private static <C extends Command.OfSubscription<O>, O extends Outcome> Call call(
            Slot slot, C command, Decider<C, O> decider, Reply<?> reply) {
        return call(
                command,
                (given, changes) -> decide(
                        slot, given.id(), (subscription, now) -> decider.decide(subscription, given, now), changes),
                reply);
    }

    /** Decision about a command for a subscription that has to be there. */
    private interface Decider<C, O> {
        Decision<O> decide(Subscription subscription, C command, Changes changes);
    }

    private static <O> Decision<O> decide(
            Slot slot, SubscriptionId id, BiFunction<Subscription, Changes, Decision<O>> decider, Changes changes) {
        Subscription subscription = slot.subscriptions.find(id);
        return subscription == null
                ? Decision.reject(new Rejection.SubscriptionNotFound(id))
                : decider.apply(subscription, changes);
    }

    public void keep(Command.KeepSecret command, Reply<? super Outcome.Secret> reply) {
        Slot slot = slots[Placement.shard(command.tag(), slots.length)];
        slot.shard.submit(ReplyCall.of(changes -> slot.handler.keep(command, changes), reply));
    }

    /** Asks a question; what a single subscription is doing only its shard knows. */
    @SuppressWarnings("unchecked") // each query names the type of its own outcome
    public <O extends Outcome> void ask(Query.OfSubscriptions<O> query, Reply<? super O> reply) {
        switch (query) {
            case Query.Subscription(SubscriptionId id) -> {
                Slot slot = slots[Placement.shard(id.tag(), slots.length)];
                slot.shard.submit(ReplyCall.of(
                        changes ->
                                decide(slot, id, (subscription, now) -> Decision.accept(subscription.info()), changes),
                        (Reply<? super SubscriptionInfo>) reply));
            }
            case Query.Subscriptions page -> ((Reply<? super SubscriptionPage>) reply).answered(page(page));
        }
    }

    private SubscriptionPage page(Query.Subscriptions query) {
        NavigableSet<SubscriptionId> all = context.ids();
        SubscriptionId after = query.after();
        List<SubscriptionId> ids = new ArrayList<>();
        for (SubscriptionId id : after == null ? all : all.tailSet(after, false)) {
            if (ids.size() == query.limit()) {
                return new SubscriptionPage(ids, true);
            }
            ids.add(id);
        }
        return new SubscriptionPage(ids, false);
    }
}
