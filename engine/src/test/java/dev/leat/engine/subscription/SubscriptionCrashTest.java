package dev.leat.engine.subscription;

import static dev.leat.engine.support.SubscriptionRig.claiming;
import static dev.leat.engine.support.SubscriptionRig.settling;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.Ack;
import dev.leat.api.subscription.LinkedStream;
import dev.leat.api.subscription.SubscriptionInfo;
import dev.leat.api.subscription.Wake;
import dev.leat.engine.support.SubscriptionRig;
import dev.leat.testkit.Seeds;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Crashes at any moment: what a worker was told stays true, and nothing that is pending is forgotten. */
public class SubscriptionCrashTest {

    @Seeds(200)
    void confirmedCursorsStayAndWhatIsPendingWakes(long seed) {
        Life life = new Life(seed);
        for (int i = 0; i < 12; i++) {
            life.goOn();
            life.crash();
            life.check();
        }
    }

    private static final class Life {
        private final Random random;
        private final SubscriptionRig rig = new SubscriptionRig();
        private final Map<String, Long> confirmed = new HashMap<>();
        private final Set<String> created = new HashSet<>();
        private @Nullable Wake wake;
        private long generation;
        private int streams;

        Life(long seed) {
            random = new Random(seed);
            rig.create("a/0");
            created.add("a/0");
            streams = 1;
            rig.subscribe("s", SubscriptionRig.pull("a/*", "wakes"));
        }

        void goOn() {
            for (int i = random.nextInt(60); i > 0; i--) {
                switch (random.nextInt(10)) {
                    case 0, 1 ->
                        rig.send(SubscriptionRig.appending("a/" + random.nextInt(streams), "x"), told(o -> {}));
                    case 2 -> create("a/" + streams++);
                    case 3 -> rig.send(claiming("s", "ann"), told(claimed -> wake = claimed.wake()));
                    case 4 -> settle();
                    case 5 -> rig.clock.advance(Duration.ofSeconds(random.nextInt(20)));
                    default -> rig.turn(random);
                }
            }
            if (random.nextInt(3) == 0) {
                rig.settle();
                rig.checkpoint();
            }
        }

        private void create(String path) {
            Body body = random.nextBoolean() ? Body.EMPTY : Body.of("first");
            rig.send(
                    new Command.Create(StreamPath.of(path), null, null, body, false, null),
                    told(outcome -> created.add(path)));
        }

        private void settle() {
            Wake mine = wake;
            if (mine != null) {
                Ack[] acks = SubscriptionRig.everything(mine);
                rig.send(settling(mine, random.nextBoolean(), acks), told(outcome -> {
                    for (Ack ack : acks) {
                        confirmed.merge(ack.stream().value(), ack.offset().position(), Math::max);
                    }
                }));
            }
        }

        private static <O> Reply<O> told(Consumer<O> outcome) {
            return new Reply<>() {
                @Override
                public void answered(O answer) {
                    outcome.accept(answer);
                }

                @Override
                public void refused(Rejection rejection) {}
            };
        }

        void crash() {
            rig.crash(random);
            rig.settle();
        }

        void check() {
            SubscriptionInfo info = rig.info("s");
            Map<String, LinkedStream> links = new HashMap<>();
            info.streams().forEach(link -> links.put(link.path().value(), link));

            assertThat(links.keySet()).containsAll(created);
            confirmed.forEach((path, position) ->
                    assertThat(links.get(path).acked()).isGreaterThanOrEqualTo(new Offset(position)));
            assertThat(info.streams()).allMatch(link -> link.acked().compareTo(link.tail()) <= 0);
            assertThat(info.generation()).isGreaterThanOrEqualTo(generation);
            generation = info.generation();
            if (info.streams().stream().anyMatch(LinkedStream::pending)) {
                rig.advance(Duration.ofMinutes(1)); // whoever had it has lost it
                assertThat(rig.info("s").generation()).isPositive();
                wake = rig.claim("s");
                assertThat(wake.streams()).anyMatch(LinkedStream::pending);
            }
        }
    }
}
