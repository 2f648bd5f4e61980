package dev.leat.engine.subscription;

import static dev.leat.engine.support.SubscriptionRig.ack;
import static dev.leat.engine.support.SubscriptionRig.claiming;
import static dev.leat.engine.support.SubscriptionRig.everything;
import static dev.leat.engine.support.SubscriptionRig.pull;
import static dev.leat.engine.support.SubscriptionRig.settling;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.Wake;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.SubscriptionRig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Wakes that are written to a stream, where workers claim them. */
public class PullWakeTest {
    private static final SubscriptionId ID = SubscriptionId.of("s");

    private final SubscriptionRig rig = new SubscriptionRig();

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
    public void aClaimRightAfterAnAppendSeesIt() {
        rig.create("a");
        rig.subscribe("s", pull("*", "wakes"));
        Found<AppendResult> appended = new Found<>();
        Found<Outcome.Claimed> claimed = new Found<>();

        rig.send(SubscriptionRig.appending("a", "1"), new dev.leat.api.spi.Reply<AppendResult>() {
            @Override
            public void answered(AppendResult outcome) {
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
}
