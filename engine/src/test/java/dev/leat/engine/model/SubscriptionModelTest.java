package dev.leat.engine.model;

import static dev.leat.engine.support.SubscriptionRig.answering;
import static dev.leat.engine.support.SubscriptionRig.claiming;
import static dev.leat.engine.support.SubscriptionRig.settling;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Command.WebhookAnswered.Answer;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.WebhookCall;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.Ack;
import dev.leat.api.subscription.Glob;
import dev.leat.api.subscription.LinkedStream;
import dev.leat.api.subscription.SubscriptionConfig;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.SubscriptionInfo;
import dev.leat.api.subscription.Wake;
import dev.leat.api.subscription.WakeTarget;
import dev.leat.engine.support.SubscriptionRig;
import dev.leat.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Random lives of one subscription beside a model of it that a page holds: links, cursors, and who has the wake. */
class SubscriptionModelTest {
    private static final SubscriptionId ID = SubscriptionId.of("s");
    private static final String[] PATHS = {"a/1", "a/2", "a/3", "b/1", "b/2"};

    @Seeds(150)
    void aPulledSubscriptionAgreesWithItsModel(long seed) {
        new Life(seed, new WakeTarget.PullWake(StreamPath.of("a/wakes"))).run(150);
    }

    @Seeds(150)
    void aWebhooksSubscriptionAgreesWithItsModel(long seed) {
        new Life(seed, new WakeTarget.Webhook(SubscriptionRig.HOOK)).run(150);
    }

    /** A link of the model. */
    private static final class Cursor {
        boolean explicit;
        long acked;
        long shown; // how far the wake says that the stream is; 0 if it says nothing of it

        /** Its stream is gone: whichever comes next is another one, of which the wake says nothing. */
        void startOver() {
            acked = 0;
            shown = 0;
        }
    }

    private static final class Life {
        private final Random random;
        private final SubscriptionRig rig = new SubscriptionRig();
        private final boolean pulled;
        private final Map<String, Long> tails = new TreeMap<>();
        private final Map<String, Cursor> cursors = new TreeMap<>();
        private long generation;
        private boolean awake;
        private boolean held;
        private boolean failing;
        private long leaseUntil;
        private @Nullable Wake wake;
        private @Nullable Wake stale;

        Life(long seed, WakeTarget target) {
            this.random = new Random(seed);
            this.pulled = target instanceof WakeTarget.PullWake;
            rig.create("a/wakes");
            rig.create("a/1", "before");
            tails.put("a/1", 6L);
            rig.hear();
            rig.subscribe(
                    "s",
                    new SubscriptionConfig(
                            new Glob("a/*"), List.of(StreamPath.of("b/1")), target, SubscriptionRig.LEASE, null));
            cursor("a/1", false, 6);
            cursor("b/1", true, 0);
            if (!pulled) {
                tails.put("a/wakes", 0L);
                cursor("a/wakes", false, 0);
            }
        }

        private void cursor(String path, boolean explicit, long acked) {
            Cursor cursor = new Cursor();
            cursor.explicit = explicit;
            cursor.acked = acked;
            cursors.put(path, cursor);
        }

        void run(int steps) {
            for (int i = 0; i < steps; i++) {
                step();
                wakeIfPending();
                check();
            }
        }

        private void step() {
            String path = PATHS[random.nextInt(PATHS.length)];
            switch (random.nextInt(14)) {
                case 0, 1, 2 -> append(path);
                case 3 -> create(path);
                case 4 -> delete(path);
                case 5 -> link(path);
                case 6 -> unlink(path);
                case 7, 8 -> take();
                case 9, 10 -> settle(random.nextBoolean());
                case 11 -> answer();
                case 12 -> pass(Duration.ofMillis(1 + random.nextInt(40_000)));
                default -> restart();
            }
        }

        private boolean pending(String path) {
            Cursor cursor = cursors.get(path);
            return cursor != null && tails.getOrDefault(path, 0L) > cursor.acked;
        }

        private boolean anythingPending() {
            return cursors.keySet().stream().anyMatch(this::pending);
        }

        private void wakeIfPending() {
            if (!awake && anythingPending()) {
                awake = true;
                generation++;
                if (!pulled) {
                    posted();
                }
            }
        }

        /** A webhook has its wake from the beginning. */
        private void posted() {
            WebhookCall post = rig.lastPost();
            assertThat(post.wake().generation()).isEqualTo(generation);
            wake = post.wake();
            held = true;
            leaseUntil = rig.clock.millis() + SubscriptionRig.LEASE.toMillis();
            cursors.forEach((path, cursor) -> cursor.shown = pending(path) ? tails.get(path) : 0);
            checkShown(post);
        }

        private void append(String path) {
            if (tails.containsKey(path)) {
                rig.append(path, "xyz");
                tails.merge(path, 3L, Long::sum);
            }
        }

        private void create(String path) {
            if (!tails.containsKey(path)) {
                boolean first = random.nextBoolean();
                tails.put(path, first ? 3L : 0L);
                rig.create(path, first ? new String[] {"xyz"} : new String[0]);
                Cursor cursor = cursors.get(path);
                if (cursor != null) {
                    cursor.acked = 0;
                } else if (path.startsWith("a/")) {
                    cursor(path, false, 0);
                }
            }
        }

        private void delete(String path) {
            if (tails.remove(path) != null) {
                rig.delete(path);
                Cursor cursor = cursors.get(path);
                if (cursor != null) {
                    cursor.startOver();
                    if (!cursor.explicit) {
                        cursors.remove(path);
                    }
                }
            }
        }

        private void link(String path) {
            rig.call(new Command.Link(ID, List.of(StreamPath.of(path))));
            Cursor cursor = cursors.get(path);
            if (cursor == null) {
                cursor(path, true, tails.getOrDefault(path, 0L));
            } else {
                cursor.explicit = true;
            }
        }

        private void unlink(String path) {
            rig.call(new Command.Unlink(ID, StreamPath.of(path)));
            Cursor cursor = cursors.get(path);
            if (cursor != null) {
                cursor.explicit = false;
                if (!path.startsWith("a/") || !tails.containsKey(path)) {
                    cursors.remove(path);
                }
            }
        }

        private void take() {
            if (!pulled) {
                return;
            }
            Command.Claim claim = claiming("s", "ann");
            if (held) {
                assertThat(rig.refusal(claim)).isEqualTo(new Rejection.WakeClaimed("ann", generation));
            } else if (!anythingPending()) {
                assertThat(rig.refusal(claim)).isEqualTo(new Rejection.NothingPending(ID));
                awake = false;
            } else {
                wake = rig.call(claim).wake();
                assertThat(wake.generation()).isEqualTo(generation);
                held = true;
                leaseUntil = rig.clock.millis() + SubscriptionRig.LEASE.toMillis();
            }
        }

        private void settle(boolean done) {
            if (stale != null) {
                assertThat(rig.refusal(settling(stale, done))).isEqualTo(new Rejection.WakeFenced(generation));
            }
            Wake mine = wake;
            if (mine == null || !held) {
                return;
            }
            List<Ack> acks = new ArrayList<>();
            for (String path : cursors.keySet()) {
                if (tails.containsKey(path) && random.nextBoolean()) {
                    Cursor cursor = cursors.get(path);
                    cursor.acked += random.nextInt((int) (tails.get(path) - cursor.acked) + 1);
                    acks.add(new Ack(StreamPath.of(path), new Offset(cursor.acked)));
                }
            }
            Outcome.Settled settled = rig.call(settling(mine, done, acks.toArray(Ack[]::new)));
            failing = false;
            leaseUntil = rig.clock.millis() + SubscriptionRig.LEASE.toMillis();
            if (done) {
                over();
            }
            assertThat(settled.nextWake()).isEqualTo(done && anythingPending());
        }

        private void over() {
            stale = wake;
            wake = null;
            held = false;
            awake = false;
            failing = false;
            cursors.values().forEach(cursor -> cursor.shown = 0);
        }

        private void answer() {
            Wake mine = wake;
            if (pulled || mine == null) {
                return;
            }
            WebhookCall post = new WebhookCall(mine, SubscriptionRig.HOOK, 1);
            if (random.nextBoolean()) {
                rig.call(answering(post, Answer.DONE));
                cursors.values().forEach(cursor -> cursor.acked = Math.max(cursor.acked, cursor.shown));
                over();
            } else {
                rig.call(answering(post, Answer.ACCEPTED));
                failing = false;
                leaseUntil = rig.clock.millis() + SubscriptionRig.LEASE.toMillis();
            }
        }

        private void pass(Duration time) {
            rig.advance(time);
            if (held && rig.clock.millis() >= leaseUntil) {
                over();
            }
        }

        /** A request that was not answered yet is made again, and its lease begins anew. */
        private void restart() {
            if (random.nextBoolean()) {
                rig.checkpoint();
            }
            int before = rig.posts.size();
            rig.restart();
            rig.hear();
            if (rig.posts.size() > before) {
                leaseUntil = rig.clock.millis() + SubscriptionRig.LEASE.toMillis();
                checkShown(rig.lastPost());
            }
            if (pulled && awake && !held && !anythingPending()) {
                awake = false;
            }
        }

        /** A request tells of what was there when its wake was made and has not been acknowledged since. */
        private void checkShown(WebhookCall post) {
            Map<String, Long> found = new TreeMap<>();
            post.wake().streams().stream()
                    .filter(LinkedStream::pending)
                    .forEach(link -> found.put(link.path().value(), link.tail().position()));
            Map<String, Long> expected = new TreeMap<>();
            cursors.forEach((path, cursor) -> {
                if (cursor.shown > cursor.acked) {
                    expected.put(path, cursor.shown);
                }
            });

            assertThat(found).isEqualTo(expected);
        }

        private void check() {
            SubscriptionInfo info = rig.info("s");
            Map<String, String> found = new TreeMap<>();
            info.streams()
                    .forEach(link -> found.put(
                            link.path().value(), link.explicit() + " " + link.acked() + " " + link.pending()));
            Map<String, String> expected = new TreeMap<>();
            cursors.forEach((path, cursor) ->
                    expected.put(path, cursor.explicit + " " + new Offset(cursor.acked) + " " + pending(path)));

            assertThat(found).isEqualTo(expected);
            assertThat(info.generation()).isEqualTo(generation);
            assertThat(info.failing()).isEqualTo(failing);
        }
    }
}
