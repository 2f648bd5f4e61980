package dev.leat.engine;

import static dev.leat.engine.SubscriptionRig.ack;
import static dev.leat.engine.SubscriptionRig.answering;
import static dev.leat.engine.SubscriptionRig.claiming;
import static dev.leat.engine.SubscriptionRig.everything;
import static dev.leat.engine.SubscriptionRig.pull;
import static dev.leat.engine.SubscriptionRig.pullOf;
import static dev.leat.engine.SubscriptionRig.settling;
import static dev.leat.engine.SubscriptionRig.webhook;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Command;
import dev.leat.api.Command.WebhookAnswered.Answer;
import dev.leat.api.ContentType;
import dev.leat.api.LinkedStream;
import dev.leat.api.Offset;
import dev.leat.api.Outcome;
import dev.leat.api.Rejection;
import dev.leat.api.StreamPath;
import dev.leat.api.SubscriptionId;
import dev.leat.api.Wake;
import dev.leat.api.WebhookCall;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubscriptionTest {
    private static final SubscriptionId ID = SubscriptionId.of("s");

    private final SubscriptionRig rig = new SubscriptionRig();

    // making and unmaking

    @Test
    void theSameConfigurationIsConfirmedAndAnotherIsRefused() {
        Outcome.Subscribed first = rig.subscribe("s", webhook("a/*"));
        Outcome.Subscribed second = rig.subscribe("s", webhook("a/*"));
        Rejection other = rig.refusal(new Command.Subscribe(ID, webhook("b/*")));

        assertThat(first.isNew()).isTrue();
        assertThat(second.isNew()).isFalse();
        assertThat(second.info().created()).isEqualTo(first.info().created());
        assertThat(other).isEqualTo(new Rejection.SubscriptionExists(ID));
    }

    @Test
    void whatIsUnsubscribedIsGoneAndItsWorkerIsToldSo() {
        rig.create("a");
        rig.subscribe("s", pull("*", "wakes"));
        Offset tail = rig.append("a", "1");
        Wake wake = rig.claim("s");

        Outcome.Unsubscribed gone = rig.call(new Command.Unsubscribe(ID));
        Outcome.Unsubscribed again = rig.call(new Command.Unsubscribe(ID));

        assertThat(gone.existed()).isTrue();
        assertThat(again.existed()).isFalse();
        assertThat(rig.find("s")).isNull();
        assertThat(rig.ids()).isEmpty();
        assertThat(rig.refusal(settling(wake, true, ack("a", tail)))).isEqualTo(new Rejection.SubscriptionNotFound(ID));
    }

    @Test
    void aSubscriptionMadeAgainFencesOffTheWorkerOfTheFirst() {
        rig.create("a");
        rig.subscribe("s", pull("*", "wakes"));
        rig.append("a", "1");
        Wake old = rig.claim("s");
        rig.call(new Command.Unsubscribe(ID));
        rig.subscribe("s", pull("*", "wakes"));
        rig.append("a", "2");
        rig.claim("s");

        assertThat(rig.refusal(settling(old, true))).isInstanceOf(Rejection.WakeFenced.class);
    }

    @Test
    void idsAreListedInOrder() {
        rig.subscribe("b", webhook("a/*"));
        rig.subscribe("a", webhook("a/*"));

        assertThat(rig.ids()).containsExactly("a", "b");
    }

    // where links begin

    @Test
    void whatIsThereAlreadyIsLinkedAtItsTailAndWakesNobody() {
        rig.hear();
        Offset tail = rig.create("a/1", "old");

        Outcome.Subscribed subscribed = rig.subscribe("s", webhook("a/*"));

        assertThat(subscribed.info().streams())
                .containsExactly(new LinkedStream(StreamPath.of("a/1"), false, tail, tail));
        assertThat(rig.posts).isEmpty();
    }

    @Test
    void theFirstMessagesOfAStreamThatComesLaterArePending() {
        rig.hear();
        rig.subscribe("s", webhook("a/*"));

        Offset tail = rig.create("a/1", "first");

        assertThat(rig.lastPost().wake().streams())
                .containsExactly(new LinkedStream(StreamPath.of("a/1"), false, Offset.START, tail));
    }

    @Test
    void whatAForkInheritsIsNotPending() {
        rig.hear();
        Offset inherited = rig.create("source", "old");
        rig.subscribe("s", webhook("a/*"));

        Offset tail = rig.fork("a/fork", "source", "new");

        assertThat(rig.lastPost().wake().streams())
                .containsExactly(new LinkedStream(StreamPath.of("a/fork"), false, inherited, tail));
    }

    @Test
    void aNamedStreamThatIsNotThereYetIsPendingFromItsBeginning() {
        rig.subscribe("s", pullOf("wakes", "later"));
        assertThat(rig.link("s", "later").pending()).isFalse();

        Offset tail = rig.create("later", "first");

        assertThat(rig.claim("s").streams())
                .containsExactly(new LinkedStream(StreamPath.of("later"), true, Offset.START, tail));
    }

    @Test
    void aStreamMadeAgainIsAnotherOne() {
        rig.create("a");
        rig.subscribe("s", pull("*", "wakes"));
        rig.append("a", "one");
        Wake wake = rig.claim("s");
        rig.call(settling(wake, true, everything(wake)));

        rig.delete("a");
        assertThat(rig.info("s").streams()).isEmpty();
        Offset tail = rig.create("a", "x");

        assertThat(rig.claim("s").streams())
                .containsExactly(new LinkedStream(StreamPath.of("a"), false, Offset.START, tail));
    }

    @Test
    void aNamedStreamKeepsItsLinkWhenItIsDeleted() {
        rig.create("a", "one");
        rig.subscribe("s", pullOf("wakes", "a"));
        rig.append("a", "two");

        rig.delete("a");

        assertThat(rig.link("s", "a").pending()).isFalse();
        assertThat(rig.refusal(claiming("s", "ann"))).isEqualTo(new Rejection.NothingPending(ID));
        rig.create("a", "again");
        assertThat(rig.link("s", "a").acked()).isEqualTo(Offset.START);
        assertThat(rig.link("s", "a").pending()).isTrue();
    }

    @Test
    void aStreamMadeAgainWhileAWorkerHasTheWakeStartsOver() {
        rig.create("a");
        rig.create("b");
        rig.subscribe("s", pullOf("wakes", "a", "b"));
        rig.append("a", "12345");
        Wake wake = rig.claim("s");
        rig.append("a", "6");
        rig.delete("a");
        Offset tail = rig.create("a", "x");

        assertThat(rig.refusal(settling(wake, true, everything(wake)))).isInstanceOf(Rejection.AckOutOfRange.class);
        assertThat(rig.call(settling(wake, true)).nextWake()).isTrue();
        assertThat(rig.link("s", "a")).isEqualTo(new LinkedStream(StreamPath.of("a"), true, Offset.START, tail));
    }

    // links by name

    @Test
    void aStreamThatIsLinkedBothWaysIsExplicitAndKeepsItsCursor() {
        rig.create("a");
        rig.subscribe("s", pull("*", "wakes"));
        Offset tail = rig.append("a", "1");
        rig.call(new Command.Link(ID, List.of(StreamPath.of("a"))));
        assertThat(rig.link("s", "a")).isEqualTo(new LinkedStream(StreamPath.of("a"), true, Offset.START, tail));

        rig.call(new Command.Unlink(ID, StreamPath.of("a")));
        assertThat(rig.link("s", "a")).isEqualTo(new LinkedStream(StreamPath.of("a"), false, Offset.START, tail));

        rig.call(new Command.Unlink(ID, StreamPath.of("a")));
        assertThat(rig.info("s").streams()).hasSize(1);
    }

    @Test
    void aStreamThatIsLinkedByNameOnlyIsUnlinkedForGood() {
        rig.create("a");
        rig.create("b", "old");
        rig.subscribe("s", pullOf("wakes", "a"));
        rig.call(new Command.Link(ID, List.of(StreamPath.of("b"), StreamPath.of("a"))));
        assertThat(rig.info("s").streams()).extracting(LinkedStream::pending).containsExactly(false, false);

        rig.call(new Command.Unlink(ID, StreamPath.of("a")));
        rig.append("a", "1");

        assertThat(rig.info("s").streams())
                .extracting(link -> link.path().value())
                .containsExactly("b");
        assertThat(rig.refusal(claiming("s", "ann"))).isInstanceOf(Rejection.NothingPending.class);
    }

    // pull-wake

    @Test
    void aWakeIsWrittenToItsStream() {
        rig.create("wakes", ContentType.JSON);
        rig.create("lines");
        rig.create("a\"b");
        rig.subscribe("s", pull("a*", "wakes"));
        rig.subscribe("t", pull("a*", "lines"));

        rig.append("a\"b", "1");
        rig.append("a\"b", "2");

        assertThat(rig.read("wakes"))
                .isEqualTo("{\"type\":\"wake\",\"subscription_id\":\"s\",\"stream\":\"a\\\"b\",\"generation\":1,\"ts\":"
                        + rig.clock.millis() + "}\n");
        assertThat(rig.read("lines").lines()).hasSize(1);
    }

    @Test
    void theStreamOfItsWakesDoesNotWakeIt() {
        rig.create("wakes");
        rig.subscribe("s", pull("**", "wakes"));
        rig.create("a", "1");
        Wake wake = rig.claim("s");

        assertThat(wake.streams()).extracting(link -> link.path().value()).containsExactly("a");
        assertThat(rig.call(settling(wake, true, everything(wake))).nextWake()).isFalse();
        assertThat(rig.read("wakes").lines()).hasSize(1);
    }

    @Test
    void aWakeThatCouldNotBeWrittenCanBeClaimedAndIsWrittenLater() {
        rig.create("a");
        rig.subscribe("s", pull("a", "wakes"));
        rig.append("a", "1");
        assertThat(rig.info("s").generation()).isEqualTo(1);
        rig.create("wakes");
        assertThat(rig.read("wakes")).isEmpty();

        rig.advance(Duration.ofSeconds(61));

        assertThat(rig.read("wakes").lines()).hasSize(1);
        rig.advance(Duration.ofMinutes(10));
        assertThat(rig.read("wakes").lines()).hasSize(1);
        assertThat(rig.claim("s").generation()).isEqualTo(1);
    }

    @Test
    void aClaimRightAfterAnAppendSeesIt() {
        rig.create("a");
        rig.subscribe("s", pull("*", "wakes"));
        Found<Outcome.Appended> appended = new Found<>();
        Found<Outcome.Claimed> claimed = new Found<>();

        rig.send(SubscriptionRig.appending("a", "1"), new dev.leat.api.Reply<Outcome.Appended>() {
            @Override
            public void answered(Outcome.Appended outcome) {
                appended.answered(outcome);
                rig.send(claiming("s", "ann"), claimed);
            }

            @Override
            public void refused(Rejection rejection) {}
        });
        rig.settle();

        assertThat(claimed.outcome).isNotNull();
        assertThat(claimed.outcome.wake().streams()).hasSize(1);
        assertThat(claimed.outcome.lease()).isEqualTo(SubscriptionRig.LEASE);
    }

    @Test
    void aWakeBelongsToOneWorkerUntilItsLeaseEnds() {
        rig.create("a");
        rig.subscribe("s", pull("*", "wakes"));
        rig.append("a", "1");
        Wake first = rig.claim("s");

        assertThat(first.wakeId()).matches("w_[0-9a-f]{24}");
        assertThat(rig.refusal(claiming("s", "bob"))).isEqualTo(new Rejection.WakeClaimed("ann", 1));
        rig.advance(Duration.ofSeconds(31));
        Wake second = rig.call(claiming("s", "bob")).wake();
        assertThat(second.generation()).isEqualTo(2);
        assertThat(second.wakeId()).isNotEqualTo(first.wakeId());
        assertThat(rig.refusal(settling(first, true))).isEqualTo(new Rejection.WakeFenced(2));
    }

    @Test
    void aSignOfLifeExtendsTheLease() {
        rig.create("a");
        rig.subscribe("s", pull("*", "wakes"));
        rig.append("a", "1");
        Wake wake = rig.claim("s");
        for (int i = 0; i < 5; i++) {
            rig.advance(Duration.ofSeconds(20));
            assertThat(rig.call(settling(wake, false)).nextWake()).isFalse();
        }

        assertThat(rig.call(settling(wake, true, everything(wake))).nextWake()).isFalse();
        assertThat(rig.refusal(settling(wake, true))).isEqualTo(new Rejection.WakeFenced(1));
    }

    @Test
    void whatCameWhileAWorkerWasBusyWakesAgain() {
        rig.create("wakes");
        rig.create("a/1");
        rig.create("a/2");
        rig.subscribe("s", pull("a/*", "wakes"));
        rig.append("a/1", "1");
        Wake wake = rig.claim("s");
        rig.append("a/2", "2");

        assertThat(rig.call(settling(wake, true, everything(wake))).nextWake()).isTrue();
        assertThat(rig.read("wakes").lines()).hasSize(2);
        assertThat(rig.claim("s").streams().get(0).path()).isEqualTo(StreamPath.of("a/2"));
    }

    @Test
    void aReleasedWakeComesAgain() {
        rig.create("a");
        rig.subscribe("s", pull("*", "wakes"));
        rig.append("a", "1");
        Wake wake = rig.claim("s");

        Outcome.Settled released = rig.call(new Command.ReleaseWake(ID, wake.wakeId(), wake.generation()));

        assertThat(released.nextWake()).isTrue();
        assertThat(rig.claim("s").generation()).isEqualTo(2);
    }

    @Test
    void acksAreCheckedBeforeAnyIsApplied() {
        rig.create("a/1");
        rig.create("a/2");
        rig.subscribe("s", pull("a/*", "wakes"));
        Offset tail = rig.append("a/1", "12345");
        Wake wake = rig.claim("s");

        for (var wrong : List.of(ack("a/3", tail), ack("a/2", tail), ack("a/1", Offset.NOW))) {
            assertThat(rig.refusal(settling(wake, true, ack("a/1", tail), wrong)))
                    .isInstanceOf(Rejection.AckOutOfRange.class);
            assertThat(rig.link("s", "a/1").acked()).isEqualTo(Offset.START);
        }
        rig.call(settling(wake, false, ack("a/1", tail)));
        assertThat(rig.refusal(settling(wake, true, ack("a/1", new Offset(3)))))
                .isInstanceOf(Rejection.AckOutOfRange.class);
        assertThat(rig.link("s", "a/1").acked()).isEqualTo(tail);
    }

    // webhooks

    @Test
    void aWebhookThatIsDoneHasProcessedWhatItWasShown() {
        rig.hear();
        rig.create("a");
        rig.subscribe("s", webhook("*"));
        Offset shown = rig.append("a", "1");
        WebhookCall post = rig.lastPost();
        rig.append("a", "2");

        Outcome.Settled settled = rig.call(answering(post, Answer.DONE));

        assertThat(settled.nextWake()).isTrue();
        assertThat(rig.link("s", "a").acked()).isEqualTo(shown);
        assertThat(rig.posts).extracting(p -> p.wake().generation()).containsExactly(1L, 2L);
        assertThat(post.url()).isEqualTo(SubscriptionRig.HOOK);
    }

    @Test
    void aWebhookThatIsDoneHasProcessedNothingOfAStreamMadeAgain() {
        rig.hear();
        rig.create("a");
        rig.subscribe("s", webhook("*"));
        rig.call(new Command.Link(ID, List.of(StreamPath.of("a"))));
        rig.append("a", "123456789");
        WebhookCall post = rig.lastPost();
        rig.delete("a");
        Offset first = rig.create("a", "x");
        Offset tail = rig.append("a", "y");
        rig.call(settling(post.wake(), false, ack("a", first)));

        Outcome.Settled settled = rig.call(answering(post, Answer.DONE));

        assertThat(settled.nextWake()).isTrue();
        assertThat(rig.link("s", "a")).isEqualTo(new LinkedStream(StreamPath.of("a"), true, first, tail));
    }

    @Test
    void aFailedRequestIsRepeatedLaterAndLater() {
        rig.hear();
        rig.create("a");
        rig.subscribe("s", webhook("*"));
        rig.append("a", "1");
        long[] waits = {1, 2, 4, 8, 16, 32, 60, 60};

        for (int i = 0; i < waits.length; i++) {
            rig.call(answering(rig.lastPost(), Answer.FAILED));
            assertThat(rig.info("s").failing()).isTrue();
            rig.advance(Duration.ofMillis(waits[i] * 800 - 1));
            assertThat(rig.posts).hasSize(i + 1);
            rig.advance(Duration.ofMillis(waits[i] * 400 + 1));
            assertThat(rig.posts).hasSize(i + 2);
            assertThat(rig.info("s").failing()).isFalse();
        }

        assertThat(rig.posts).extracting(WebhookCall::attempt).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(rig.posts).extracting(post -> post.wake().generation()).containsOnly(1L);
        rig.call(answering(rig.lastPost(), Answer.DONE));
        assertThat(rig.link("s", "a").pending()).isFalse();
    }

    @Test
    void anAcceptedWakeIsSettledByItsWorker() {
        rig.hear();
        rig.create("a");
        rig.subscribe("s", webhook("*"));
        rig.append("a", "1");
        Wake wake = rig.lastPost().wake();
        rig.advance(Duration.ofSeconds(20));
        rig.call(answering(rig.lastPost(), Answer.ACCEPTED));
        rig.advance(Duration.ofSeconds(20));

        assertThat(rig.call(settling(wake, true, everything(wake))).nextWake()).isFalse();
        assertThat(rig.posts).hasSize(1);
        assertThat(rig.refusal(settling(wake, true))).isEqualTo(new Rejection.WakeFenced(1));
    }

    @Test
    void aWorkerThatCallsBackHasTheWakeEvenIfItsFirstAnswerWasLost() {
        rig.hear();
        rig.create("a");
        rig.subscribe("s", webhook("*"));
        rig.append("a", "1");
        WebhookCall post = rig.lastPost();
        rig.call(answering(post, Answer.FAILED));

        rig.call(settling(post.wake(), false));
        rig.advance(Duration.ofSeconds(10));

        assertThat(rig.posts).hasSize(1);
        assertThat(rig.info("s").failing()).isFalse();
        assertThat(rig.refusal(claiming("s", "ann"))).isEqualTo(new Rejection.WakeClaimed("webhook", 1));
    }

    @Test
    void aWebhookThatSaysNothingLosesTheWake() {
        rig.hear();
        rig.create("a");
        rig.subscribe("s", webhook("*"));
        rig.append("a", "1");
        WebhookCall post = rig.lastPost();

        rig.advance(Duration.ofSeconds(31));

        assertThat(rig.lastPost().wake().generation()).isEqualTo(2);
        assertThat(rig.refusal(answering(post, Answer.DONE))).isEqualTo(new Rejection.WakeFenced(2));
    }

    @Test
    void requestsWaitForSomebodyWhoMakesThem() {
        rig.create("a");
        rig.subscribe("s", webhook("*"));
        rig.append("a", "1");
        rig.advance(Duration.ofMinutes(5));

        var first = rig.hear();
        assertThat(rig.posts).hasSize(1);
        rig.call(answering(rig.lastPost(), Answer.FAILED));
        first.close();
        rig.advance(Duration.ofMinutes(5));
        assertThat(rig.posts).hasSize(1);

        rig.hear();
        assertThat(rig.posts).hasSize(2);
        assertThat(rig.lastPost().wake().generation()).isEqualTo(1);
        assertThat(rig.lastPost().wake().leaseUntil())
                .isEqualTo(rig.clock.instant().plus(SubscriptionRig.LEASE));
    }

    @Test
    void aWakeShowsAThousandStreamsAndTheNextOneTheRest() {
        rig.hear();
        rig.subscribe("s", webhook("a/*"));
        rig.create("a/first", "x");
        for (int i = 0; i < Wake.MAX_STREAMS + 50; i++) {
            rig.create("a/" + i, "x");
        }

        rig.call(answering(rig.lastPost(), Answer.DONE));
        assertThat(rig.lastPost().wake().streams()).hasSize(Wake.MAX_STREAMS).allMatch(LinkedStream::pending);
        rig.call(answering(rig.lastPost(), Answer.DONE));
        assertThat(rig.lastPost().wake().streams()).hasSize(50).allMatch(LinkedStream::pending);
        assertThat(rig.call(answering(rig.lastPost(), Answer.DONE)).nextWake()).isFalse();
    }

    // secrets

    @Test
    void theFirstSecretOfANameIsKept() {
        byte[] first =
                rig.call(new Command.KeepSecret("key", new byte[] {1, 2})).bytes();
        byte[] second = rig.call(new Command.KeepSecret("key", new byte[] {3})).bytes();

        assertThat(first).containsExactly(1, 2);
        assertThat(second).containsExactly(1, 2);
    }
}
