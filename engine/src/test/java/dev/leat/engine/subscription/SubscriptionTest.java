package dev.leat.engine.subscription;

import static dev.leat.engine.support.SubscriptionRig.ack;
import static dev.leat.engine.support.SubscriptionRig.claiming;
import static dev.leat.engine.support.SubscriptionRig.everything;
import static dev.leat.engine.support.SubscriptionRig.pull;
import static dev.leat.engine.support.SubscriptionRig.pullOf;
import static dev.leat.engine.support.SubscriptionRig.settling;
import static dev.leat.engine.support.SubscriptionRig.webhook;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.LinkedStream;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.Wake;
import dev.leat.engine.support.SubscriptionRig;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How subscriptions are made and unmade, and how they are linked to streams. */
class SubscriptionTest {
    private static final SubscriptionId ID = SubscriptionId.of("s");

    private final SubscriptionRig rig = new SubscriptionRig();

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

    @Test
    void theFirstSecretOfANameIsKept() {
        byte[] first =
                rig.call(new Command.KeepSecret("key", new byte[] {1, 2})).bytes();
        byte[] second = rig.call(new Command.KeepSecret("key", new byte[] {3})).bytes();

        assertThat(first).containsExactly(1, 2);
        assertThat(second).containsExactly(1, 2);
    }
}
