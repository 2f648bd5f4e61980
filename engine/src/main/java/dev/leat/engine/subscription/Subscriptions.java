package dev.leat.engine.subscription;

import dev.leat.api.Command;
import dev.leat.api.Outcome;
import dev.leat.api.Query;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.api.StreamPath;
import dev.leat.api.SubscriptionId;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Ids;
import dev.leat.engine.shard.InternalCall;
import dev.leat.engine.shard.Placement;
import dev.leat.engine.shard.Shard;
import dev.leat.engine.stream.Streams;
import dev.leat.engine.stream.TrackedStream;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All subscriptions of an engine: brings what callers ask for, and what streams tell, to the right shard. */
public final class Subscriptions {
    private static final Logger LOG = LoggerFactory.getLogger(Subscriptions.class);

    private final Streams streams;
    private final SubscriptionContext context;
    private final Seat[] seats;

    /** A shard and its subscriptions. */
    private record Seat(Shard shard, SubscriptionShard subscriptions) {}

    public Subscriptions(int shards, Streams streams, WebhookCalls wakes) {
        this.streams = streams;
        this.seats = new Seat[shards];
        this.context = new SubscriptionContext(
                streams.directory(), new SubscriptionMatcher(), wakes, this::announce, new ConcurrentSkipListSet<>());
        streams.directory().onNewcomer(path -> context.interest().appeared(path, this::meet));
    }

    /** Puts a shard in its place, with no subscriptions yet. */
    public SubscriptionShard seat(Shard shard) {
        SubscriptionShard subscriptions = new SubscriptionShard(shard.number(), context, this::stirred);
        shard.attach(subscriptions);
        seats[shard.number()] = new Seat(shard, subscriptions);
        return subscriptions;
    }

    private Seat seat(Subscription subscription) {
        return seats[Ids.shardOf(subscription.number)];
    }

    /** Everything is replayed, streams as well. What happened to streams that the subscriptions do not know is the first call. */
    public void recovered() {
        for (Seat seat : seats) {
            for (Subscription subscription : seat.subscriptions.table().all()) {
                context.ids().add(subscription.id);
                context.interest().watch(subscription);
                seat.shard.force(new InternalCall(changes -> resume(seat, subscription, changes)));
            }
        }
    }

    private static void resume(Seat seat, Subscription subscription, Changes changes) {
        if (!subscription.gone) {
            seat.subscriptions.linking().resume(subscription, changes);
            boolean all = seat.subscriptions.linking().grant(subscription, changes);
            seat.subscriptions.waking().resume(subscription, changes);
            if (!all) {
                changes.afterwards(
                        () -> seat.shard.force(new InternalCall(more -> grant(seat, subscription, more))));
            }
        }
    }

    private static void grant(Seat seat, Subscription subscription, Changes changes) {
        boolean all = seat.subscriptions.linking().grant(subscription, changes);
        seat.subscriptions.waking().look(subscription, changes);
        if (!all) {
            changes.afterwards(
                    () -> seat.shard.force(new InternalCall(more -> grant(seat, subscription, more))));
        }
    }

    /** Somebody makes requests to webhooks who did not before. */
    public void heard() {
        for (Seat seat : seats) {
            seat.shard.force(new InternalCall(changes -> heard(seat, changes)));
        }
    }

    private static void heard(Seat seat, Changes changes) {
        for (Subscription subscription : seat.subscriptions.table().all()) {
            seat.subscriptions.waking().heard(subscription, changes);
        }
    }

    private void stirred(StreamLink link) {
        Seat seat = seat(link.subscription);
        seat.shard.force(new InternalCall(changes -> stirred(seat, link, changes)));
    }

    /** While a wake is on, it is enough to know which streams to look at afterwards. */
    private static void stirred(Seat seat, StreamLink link, Changes changes) {
        Subscription subscription = link.subscription;
        if (link.gone || subscription.gone) {
            return;
        }
        TrackedStream stream = link.stream;
        if (subscription.isIdle() || stream == null || !stream.isLive()) {
            seat.subscriptions.linking().refresh(link, changes);
            seat.subscriptions.waking().look(subscription, changes);
        } else {
            subscription.stirred.add(link);
        }
    }

    private void meet(Subscription subscription, StreamPath path) {
        Seat seat = seat(subscription);
        seat.shard.force(new InternalCall(changes -> {
            if (!subscription.gone) {
                seat.subscriptions.linking().meet(subscription, path, changes);
                seat.subscriptions.waking().look(subscription, changes);
            }
        }));
    }

    private void announce(Subscription subscription, WakeMessage announcement) {
        TrackedStream stream = context.directory().live(announcement.wakeStream());
        Reply<Outcome.Appended> reply = new Reply<>() {
            @Override
            public void answered(Outcome.Appended outcome) {}

            @Override
            public void refused(Rejection rejection) {
                LOG.debug("a wake of {} was not announced: {}", subscription.id, rejection.reason());
                Seat seat = seat(subscription);
                seat.shard.force(new InternalCall(changes ->
                        seat.subscriptions.waking().tellLater(subscription, announcement.generation(), changes)));
            }
        };
        streams.insist(announcement.append(stream != null && stream.isJson()), reply);
    }

    /** Brings a command to its shard. */
    @SuppressWarnings("unchecked") // each command names the type of its own outcome
    public <O extends Outcome> void submit(Command.OfSubscription<O> command, Reply<? super O> reply) {
        Seat seat = seats[Placement.shard(command.tag(), seats.length)];
        seat.shard.submit(call(seat.shard, seat.subscriptions, command, (Reply<Outcome>) reply));
    }

    private Call call(
            Shard home, SubscriptionShard shard, Command.OfSubscription<?> command, Reply<? super Outcome> reply) {
        return switch (command) {
            case Command.Subscribe subscribe -> new SubscribeCall(home, shard, context, subscribe, reply);
            case Command.Unsubscribe unsubscribe -> new UnsubscribeCall(shard, context, unsubscribe, reply);
            case Command.Link link -> new LinkCall(home, shard, link, reply);
            case Command.Unlink unlink -> new UnlinkCall(shard, unlink, reply);
            case Command.Claim claim -> new ClaimWakeCall(shard, claim, reply);
            case Command.Settle settle -> new SettleWakeCall(shard, settle, reply);
            case Command.ReleaseWake release -> new ReleaseWakeCall(shard, release, reply);
            case Command.WebhookAnswered answered -> new WebhookAnsweredCall(shard, answered, reply);
        };
    }

    public void keep(Command.KeepSecret command, Reply<? super Outcome.Secret> reply) {
        Seat seat = seats[Placement.shard(command.tag(), seats.length)];
        seat.shard.submit(new KeepSecretCall(seat.subscriptions, command, reply));
    }

    /** Asks a question; what a single subscription is doing only its shard knows. */
    @SuppressWarnings("unchecked") // each query names the type of its own outcome
    public <O extends Outcome> void ask(Query.OfSubscriptions<O> query, Reply<? super O> reply) {
        switch (query) {
            case Query.Subscription one -> {
                Seat seat = seats[Placement.shard(one.id().tag(), seats.length)];
                seat.shard.submit(
                        new InfoCall(seat.subscriptions, one, (Reply<? super Outcome.SubscriptionInfo>) reply));
            }
            case Query.Subscriptions page -> ((Reply<? super Outcome.SubscriptionPage>) reply).answered(page(page));
        }
    }

    private Outcome.SubscriptionPage page(Query.Subscriptions query) {
        NavigableSet<SubscriptionId> all = context.ids();
        SubscriptionId after = query.after();
        List<SubscriptionId> ids = new ArrayList<>();
        for (SubscriptionId id : after == null ? all : all.tailSet(after, false)) {
            if (ids.size() == query.limit()) {
                return new Outcome.SubscriptionPage(ids, true);
            }
            ids.add(id);
        }
        return new Outcome.SubscriptionPage(ids, false);
    }
}
