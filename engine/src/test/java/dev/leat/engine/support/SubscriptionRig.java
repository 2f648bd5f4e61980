package dev.leat.engine.support;

import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.Slice;
import dev.leat.api.spi.WebhookCall;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.Ack;
import dev.leat.api.subscription.Glob;
import dev.leat.api.subscription.LinkedStream;
import dev.leat.api.subscription.SubscriptionConfig;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.SubscriptionInfo;
import dev.leat.api.subscription.SubscriptionPage;
import dev.leat.api.subscription.Wake;
import dev.leat.api.subscription.WakeTarget;
import dev.leat.engine.Settings;
import dev.leat.engine.SteppedCore;
import dev.leat.engine.archive.SegmentUsage;
import dev.leat.engine.checkpoint.Checkpoint;
import dev.leat.engine.figures.Meters;
import dev.leat.engine.simulation.Faults;
import dev.leat.engine.simulation.SimulatedArchive;
import dev.leat.engine.simulation.SimulatedJournal;
import dev.leat.engine.simulation.SimulatedStore;
import dev.leat.engine.subscription.WebhookCalls;
import dev.leat.storage.StorageException;
import dev.leat.testkit.VirtualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** An engine on one thread, with a clock that stands still, for tests of subscriptions. */
public final class SubscriptionRig {
    public static final String HOOK = "https://example.org/hook";
    public static final Duration LEASE = Duration.ofSeconds(30);

    private static final int SHARDS = 4;

    public final VirtualClock clock = VirtualClock.create();
    public final List<WebhookCall> posts = new ArrayList<>();
    private final Settings settings =
            Settings.defaults().withShards(SHARDS).withThreads(2).with(clock);
    private final SimulatedJournal.Disk journalDisk = new SimulatedJournal.Disk();
    private final SimulatedArchive.Disk archiveDisk = new SimulatedArchive.Disk();
    private final SimulatedStore.Disk storeDisk = new SimulatedStore.Disk();
    private final AtomicReference<@Nullable StorageException> failure = new AtomicReference<>();
    private WebhookCalls wakes = new WebhookCalls();
    private SimulatedJournal journal = new SimulatedJournal(journalDisk);
    private SteppedCore core = start();

    private SteppedCore start() {
        journal = new SimulatedJournal(journalDisk);
        SimulatedStore store = new SimulatedStore(storeDisk, new Faults());
        SegmentUsage book = SegmentUsage.load(store);
        SimulatedArchive archive = new SimulatedArchive(archiveDisk, book.segments(), new Faults());
        SteppedCore.Parts parts = new SteppedCore.Parts(journal, archive, store, book);
        wakes = new WebhookCalls();
        return new SteppedCore(
                parts,
                SHARDS,
                settings,
                new Meters(SHARDS),
                wakes,
                Long.MAX_VALUE,
                (work, reply) -> work.run(),
                failure::set);
    }

    /** The process ends when all is durable, and another begins. */
    public void restart() {
        settle();
        crash(new Random(0));
        settle();
    }

    /** The process ends, whatever is on its way. */
    public void crash(Random random) {
        journal.crash(random);
        storeDisk.crash(random);
        archiveDisk.crash();
        core = start();
    }

    public void checkpoint() {
        CompletableFuture<Checkpoint.Capture> captured = core.checkpoint().captureAll();
        settle();
        core.checkpoint().write(captured.join());
        settle();
    }

    /** Some of what is waiting happens. */
    public void turn(Random random) {
        core.workers().get(random.nextInt(core.workers().size())).turn();
        if (random.nextInt(3) == 0) {
            journal.sync(1 + random.nextInt(3));
        }
    }

    public void settle() {
        boolean busy = true;
        while (busy) {
            busy = journal.pending() > 0;
            journal.sync(Integer.MAX_VALUE);
            for (var worker : core.workers()) {
                busy |= worker.turn();
            }
        }
        StorageException cause = failure.get();
        if (cause != null) {
            throw new AssertionError(cause);
        }
    }

    public void advance(Duration time) {
        clock.advance(time);
        settle();
    }

    /** Somebody makes requests to webhooks from now on; what is due is in {@link #posts}. */
    public Registration hear() {
        boolean first = !wakes.isHeard();
        Registration registration = wakes.add(posts::add);
        if (first) {
            core.subscriptions().heard();
        }
        settle();
        return registration;
    }

    public WebhookCall lastPost() {
        return posts.get(posts.size() - 1);
    }

    @SuppressWarnings("unchecked")
    public <O extends Outcome> void send(Command<O> command, Reply<? super O> reply) {
        switch (command) {
            case Command.OfStream<O> ofStream -> core.streams().submit(ofStream, reply);
            case Command.OfSubscription<O> ofSubscription ->
                core.subscriptions().submit(ofSubscription, reply);
            case Command.KeepSecret secret -> core.subscriptions().keep(secret, (Reply<? super Outcome.Secret>) reply);
            default -> throw new IllegalArgumentException("not about streams or subscriptions: " + command);
        }
    }

    public <O extends Outcome> O call(Command<O> command) {
        Found<O> found = new Found<>();
        send(command, found);
        settle();
        if (found.outcome == null) {
            throw new AssertionError(found.rejection == null ? "no answer" : found.rejection.reason());
        }
        return found.outcome;
    }

    public Rejection refusal(Command<?> command) {
        Found<Outcome> found = new Found<>();
        sendAny(command, found);
        settle();
        return Objects.requireNonNull(found.rejection, () -> "not refused: " + found.outcome);
    }

    @SuppressWarnings("unchecked")
    private <O extends Outcome> void sendAny(Command<O> command, Found<Outcome> found) {
        send(command, (Reply<? super O>) (Reply<?>) found);
    }

    @Nullable
    public SubscriptionInfo find(String id) {
        Found<SubscriptionInfo> found = new Found<>();
        core.subscriptions().ask(new Query.Subscription(SubscriptionId.of(id)), found);
        settle();
        return found.outcome;
    }

    public SubscriptionInfo info(String id) {
        return Objects.requireNonNull(find(id));
    }

    public LinkedStream link(String id, String path) {
        return info(id).streams().stream()
                .filter(link -> link.path().value().equals(path))
                .findFirst()
                .orElseThrow();
    }

    public List<String> ids() {
        Found<SubscriptionPage> found = new Found<>();
        core.subscriptions().ask(new Query.Subscriptions(null, 1000), found);
        return Objects.requireNonNull(found.outcome).ids().stream()
                .map(SubscriptionId::value)
                .toList();
    }

    public Offset create(String path, String... messages) {
        return create(path, ContentType.TEXT, messages);
    }

    public Offset create(String path, ContentType type, String... messages) {
        List<byte[]> payloads = new ArrayList<>();
        for (String message : messages) {
            payloads.add(message.getBytes(StandardCharsets.UTF_8));
        }
        return call(new Command.Create(StreamPath.of(path), type, null, Body.of(payloads), false, null))
                .tail();
    }

    public Offset fork(String path, String source, String message) {
        return call(new Command.Create(StreamPath.of(path), null, null, Body.of(message), false, Fork.of(source)))
                .tail();
    }

    public Offset append(String path, String message) {
        return call(appending(path, message)).tail();
    }

    public static Command.Append appending(String path, String message) {
        return new Command.Append(StreamPath.of(path), null, Body.of(message), null, null, false);
    }

    public void delete(String path) {
        call(new Command.Delete(StreamPath.of(path)));
    }

    public String read(String path) {
        Found<Slice> found = new Found<>();
        core.streams().ask(new Query.Read(StreamPath.of(path), Offset.START, 1 << 20), found);
        StringBuilder text = new StringBuilder();
        try (Slice slice = Objects.requireNonNull(found.outcome)) {
            slice.messages()
                    .forEach(message -> text.append(message.text().strip()).append('\n'));
        }
        return text.toString();
    }

    public static SubscriptionConfig webhook(String pattern) {
        return new SubscriptionConfig(new Glob(pattern), List.of(), new WakeTarget.Webhook(HOOK), LEASE, null);
    }

    public static SubscriptionConfig pull(String pattern, String wakeStream) {
        WakeTarget target = new WakeTarget.PullWake(StreamPath.of(wakeStream));
        return new SubscriptionConfig(new Glob(pattern), List.of(), target, LEASE, null);
    }

    public static SubscriptionConfig pullOf(String wakeStream, String... streams) {
        WakeTarget target = new WakeTarget.PullWake(StreamPath.of(wakeStream));
        List<StreamPath> paths = Arrays.stream(streams).map(StreamPath::of).toList();
        return new SubscriptionConfig(null, paths, target, LEASE, null);
    }

    public Outcome.Subscribed subscribe(String id, SubscriptionConfig config) {
        return call(new Command.Subscribe(SubscriptionId.of(id), config));
    }

    public static Command.Claim claiming(String id, String worker) {
        return new Command.Claim(SubscriptionId.of(id), worker);
    }

    public Wake claim(String id) {
        return call(claiming(id, "ann")).wake();
    }

    public static Command.Settle settling(Wake wake, boolean done, Ack... acks) {
        return new Command.Settle(wake.subscription(), wake.wakeId(), wake.generation(), List.of(acks), done);
    }

    public static Command.WebhookAnswered answering(WebhookCall post, Command.WebhookAnswered.Answer answer) {
        Wake wake = post.wake();
        return new Command.WebhookAnswered(wake.subscription(), wake.wakeId(), wake.generation(), answer);
    }

    public static Ack ack(String path, Offset offset) {
        return new Ack(StreamPath.of(path), offset);
    }

    /** Acks of everything that a wake showed. */
    public static Ack[] everything(Wake wake) {
        return wake.streams().stream()
                .map(link -> new Ack(link.path(), link.tail()))
                .toArray(Ack[]::new);
    }
}
