package dev.leat.engine.subscription;

import static dev.leat.engine.support.SubscriptionRig.ack;
import static dev.leat.engine.support.SubscriptionRig.answering;
import static dev.leat.engine.support.SubscriptionRig.claiming;
import static dev.leat.engine.support.SubscriptionRig.pull;
import static dev.leat.engine.support.SubscriptionRig.pullOf;
import static dev.leat.engine.support.SubscriptionRig.settling;
import static dev.leat.engine.support.SubscriptionRig.webhook;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Command.WebhookAnswered.Answer;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.WebhookCall;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.LinkedStream;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.SubscriptionInfo;
import dev.leat.api.subscription.Wake;
import dev.leat.engine.Doctor;
import dev.leat.engine.Settings;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.SubscriptionRig;
import dev.leat.storage.settings.JournalSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a subscription is doing outlives the process, whether a checkpoint had it or only the journal. */
class SubscriptionRestartTest {
    private static final SubscriptionId ID = SubscriptionId.of("s");

    private final SubscriptionRig rig = new SubscriptionRig();

    private void restart(boolean checkpoint) {
        if (checkpoint) {
            rig.checkpoint();
        }
        rig.restart();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void cursorsAndLinksAreKept(boolean checkpoint) {
        rig.create("a/1");
        rig.create("a/2");
        rig.subscribe("s", pull("a/*", "wakes"));
        rig.call(new Command.Link(ID, List.of(StreamPath.of("later"), StreamPath.of("a/2"))));
        Offset tail = rig.append("a/1", "one");
        rig.append("a/2", "two");
        Wake wake = rig.claim("s");
        rig.call(settling(wake, true, ack("a/1", tail)));
        SubscriptionInfo before = rig.info("s");

        restart(checkpoint);

        assertThat(rig.info("s")).isEqualTo(before);
        assertThat(rig.ids()).containsExactly("s");
        rig.create("later", "x");
        assertThat(rig.claim("s").streams()).filteredOn(LinkedStream::pending).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClaimAndItsLeaseAreKept(boolean checkpoint) {
        rig.create("a");
        rig.subscribe("s", pull("*", "wakes"));
        rig.append("a", "1");
        Wake wake = rig.claim("s");
        rig.advance(Duration.ofSeconds(20));

        restart(checkpoint);

        assertThat(rig.refusal(claiming("s", "bob"))).isEqualTo(new Rejection.WakeClaimed("ann", 1));
        rig.call(settling(wake, false));
        rig.advance(Duration.ofSeconds(20));
        rig.call(settling(wake, false));
        rig.advance(Duration.ofSeconds(31));
        assertThat(rig.call(claiming("s", "bob")).wake().generation()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theScheduleOfRetriesIsKept(boolean checkpoint) {
        rig.hear();
        rig.create("a");
        rig.subscribe("s", webhook("*"));
        rig.append("a", "1");
        for (int i = 0; i < 4; i++) {
            rig.call(answering(rig.lastPost(), Answer.FAILED));
            rig.advance(Duration.ofSeconds(20));
        }
        rig.call(answering(rig.lastPost(), Answer.FAILED));
        rig.posts.clear();

        restart(checkpoint);
        rig.hear();

        assertThat(rig.info("s").failing()).isTrue();
        rig.advance(Duration.ofMillis(12_799));
        assertThat(rig.posts).isEmpty();
        rig.advance(Duration.ofMillis(6_401));
        assertThat(rig.posts).hasSize(1);
        assertThat(rig.lastPost().attempt()).isEqualTo(6);
        assertThat(rig.lastPost().wake().generation()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRequestThatWasUnderWayIsMadeAgainWithWhatItShowed(boolean checkpoint) {
        rig.hear();
        rig.create("a");
        rig.subscribe("s", webhook("*"));
        Offset shown = rig.append("a", "1");
        rig.append("a", "2");
        WebhookCall post = rig.lastPost();
        rig.posts.clear();

        restart(checkpoint);
        rig.hear();

        assertThat(rig.posts).hasSize(1);
        assertThat(rig.lastPost().wake().wakeId()).isEqualTo(post.wake().wakeId());
        assertThat(rig.lastPost().wake().streams()).isEqualTo(post.wake().streams());
        assertThat(rig.call(answering(post, Answer.DONE)).nextWake()).isTrue();
        assertThat(rig.link("s", "a").acked()).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatWasUnsubscribedOrUnlinkedStaysAway(boolean checkpoint) {
        rig.create("a");
        rig.create("b");
        rig.subscribe("s", pullOf("wakes", "a", "b"));
        rig.subscribe("t", pullOf("wakes", "a"));
        if (checkpoint) {
            rig.checkpoint();
        }
        rig.call(new Command.Unlink(ID, StreamPath.of("b")));
        rig.call(new Command.Unsubscribe(SubscriptionId.of("t")));

        restart(checkpoint);

        assertThat(rig.ids()).containsExactly("s");
        assertThat(rig.info("s").streams())
                .extracting(link -> link.path().value())
                .containsExactly("a");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void secretsAreKept(boolean checkpoint) {
        rig.call(new Command.KeepSecret("key", new byte[] {1, 2}));

        restart(checkpoint);

        assertThat(rig.call(new Command.KeepSecret("key", new byte[] {3})).bytes())
                .containsExactly(1, 2);
    }

    @Test
    void aWakeIsAnnouncedOnceHoweverOftenTheProcessEnds() {
        rig.create("wakes");
        rig.create("a");
        rig.subscribe("s", pull("a", "wakes"));
        rig.append("a", "1");

        rig.restart();
        rig.checkpoint();
        rig.restart();

        assertThat(rig.read("wakes").lines()).hasSize(1);
    }

    /** The stream's shard has it in the journal, the subscription's shard never heard. */
    @Test
    void whatHappenedRightBeforeACrashIsNoticedAfterIt() {
        for (int seed = 0; seed < 200; seed++) {
            SubscriptionRig world = new SubscriptionRig();
            Random random = new Random(seed);
            world.create("a/1");
            world.create("a/2");
            world.subscribe("s", pull("a/*", "wakes"));
            world.send(SubscriptionRig.appending("a/1", "x"), new Found<>());
            world.send(new Command.Delete(StreamPath.of("a/2")), new Found<>());
            world.send(
                    new Command.Create(StreamPath.of("a/3"), null, null, Body.of("new"), false, null), new Found<>());
            for (int i = random.nextInt(12); i > 0; i--) {
                world.turn(random);
            }
            world.crash(random);
            world.settle();

            boolean pending = world.info("s").streams().stream().anyMatch(LinkedStream::pending);
            assertThat(world.info("s").generation() > 0).isEqualTo(pending);
        }
    }

    @Test
    void aRealDirectoryKeepsEverything(@TempDir Path dir) throws Exception {
        BlockingQueue<WebhookCall> posts = new LinkedBlockingQueue<>();
        Offset tail;
        try (Leat leat = Leat.open(dir)) {
            Engine engine = leat.engine();
            engine.onWake(posts::add);
            engine.call(new Command.Subscribe(ID, webhook("orders/*")));
            leat.stream("orders/1").create(StreamConfig.text());
            tail = leat.stream("orders/1").append("hello").tail();
            WebhookCall post = posts.poll(10, TimeUnit.SECONDS);
            assertThat(post).isNotNull();
            assertThat(engine.call(new Query.Subscription(ID)).streams()).hasSize(1);
        }
        posts.clear();
        try (Leat leat = Leat.open(dir)) {
            Engine engine = leat.engine();
            engine.onWake(posts::add);
            WebhookCall post = posts.poll(10, TimeUnit.SECONDS);
            assertThat(post).isNotNull();
            assertThat(post.attempt()).isGreaterThan(1);
            assertThat(engine.call(answering(post, Answer.DONE)).nextWake()).isFalse();
            assertThat(engine.call(new Query.Subscriptions(null, 10)).ids()).containsExactly(ID);
        }
        try (Leat leat = Leat.open(dir)) {
            assertThat(leat.engine().call(new Query.Subscription(ID)).streams())
                    .containsExactly(new LinkedStream(StreamPath.of("orders/1"), false, tail, tail));
        }
        assertThat(Doctor.check(dir).findings()).isEmpty();
    }

    /** More links than fit into one turn: whoever subscribed is answered when all are made. */
    @Test
    void manyStreamsAreLinkedInSeveralTurns(@TempDir Path dir) {
        int many = 4000;
        String folder = "a-folder-with-a-long-name/".repeat(4);
        Settings settings = Settings.defaults().with(new JournalSettings(1 << 20, 1 << 20, 1));
        try (Leat leat = Leat.open(dir, settings)) {
            List<CompletionStage<CreateStreamResult>> made = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                StreamPath path = StreamPath.of(folder + i);
                made.add(leat.engine().callAsync(new Command.Create(path, null, null, Body.of("old"), false, null)));
            }
            made.forEach(stage -> stage.toCompletableFuture().join());

            Outcome.Subscribed subscribed = leat.engine().call(new Command.Subscribe(ID, webhook("**")));

            assertThat(subscribed.info().streams()).hasSize(many).noneMatch(LinkedStream::pending);
        }
        try (Leat leat = Leat.open(dir, settings)) {
            assertThat(leat.engine().call(new Query.Subscription(ID)).streams())
                    .hasSize(many)
                    .noneMatch(LinkedStream::pending);
        }
    }
}
