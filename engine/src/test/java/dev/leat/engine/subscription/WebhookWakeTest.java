package dev.leat.engine.subscription;

import static dev.leat.engine.support.SubscriptionRig.ack;
import static dev.leat.engine.support.SubscriptionRig.answering;
import static dev.leat.engine.support.SubscriptionRig.claiming;
import static dev.leat.engine.support.SubscriptionRig.everything;
import static dev.leat.engine.support.SubscriptionRig.settling;
import static dev.leat.engine.support.SubscriptionRig.webhook;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Command.WebhookAnswered.Answer;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.WebhookCall;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.LinkedStream;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.Wake;
import dev.leat.engine.support.SubscriptionRig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Wakes that are told by a request. */
class WebhookWakeTest {
    private static final SubscriptionId ID = SubscriptionId.of("s");

    private final SubscriptionRig rig = new SubscriptionRig();

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
}
