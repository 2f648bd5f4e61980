package dev.leat.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.http.access.Access;
import dev.leat.http.access.Action;
import dev.leat.http.access.Caller;
import dev.leat.http.access.NameRanges;
import dev.leat.http.limit.RateSettings.Rate;
import dev.leat.testkit.Seeds;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateLimitsTest {
    private static final long SECOND = 1_000_000_000;

    /** Clocks of this kind may be negative, and may overflow while a server runs. */
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 3 * SECOND);

    /** What a bucket is, said plainly: tokens that come at a rate and do not overflow. */
    private static final class Model {
        private final Rate rate;
        private double tokens;
        private long then;

        Model(Rate rate, long now) {
            this.rate = rate;
            tokens = rate.burst();
            then = now;
        }

        boolean has(long now) {
            tokens = Math.min(rate.burst(), tokens + (now - then) * rate.perSecond() / 1e9);
            then = now;
            return tokens > 1 - 1e-10;
        }
    }

    @Seeds(50)
    void clientsAndStreamsGetWhatASimpleModelGivesThem(long seed) {
        Random random = new Random(seed);
        Rate client = rate(random);
        Rate stream = rate(random);
        RateLimits limits = new RateLimits(new RateSettings(client, stream), now::get);
        Map<String, Model> clients = new HashMap<>();
        Map<String, Model> streams = new HashMap<>();

        for (int i = 0; i < 2000; i++) {
            now.addAndGet((long) (random.nextDouble() * random.nextInt(4) * SECOND / client.perSecond()));
            String name = "c" + random.nextInt(3);
            String path = "s" + random.nextInt(3);
            Model one = clients.computeIfAbsent(name, unused -> new Model(client, now.get()));
            Model other = streams.computeIfAbsent(path, unused -> new Model(stream, now.get()));
            boolean expected = one.has(now.get()) && other.has(now.get());

            long wait = limits.admit(name, path);

            assertThat(wait == 0).as("step %d, wait %d", i, wait).isEqualTo(expected);
            if (expected) {
                one.tokens--;
                other.tokens--;
            }
        }
    }

    /** Powers of two, so that what one token takes is a whole number of nanoseconds and the model is exact. */
    private static Rate rate(Random random) {
        return new Rate(1 << random.nextInt(9), 1 + random.nextInt(20));
    }

    @Test
    void whoWaitsAsLongAsToldIsAdmittedAndNotSooner() {
        RateLimits limits = new RateLimits(new RateSettings(new Rate(4, 2), null), now::get);
        limits.admit("a", "s");
        limits.admit("a", "s");

        long wait = limits.admit("a", "s");
        assertThat(wait).isEqualTo(250);
        now.addAndGet(wait * 1_000_000 - 1);
        assertThat(limits.admit("a", "s")).isEqualTo(1);
        now.addAndGet(1);
        assertThat(limits.admit("a", "s")).isZero();
    }

    @Test
    void whatAStreamRefusesIsNotCountedAgainstTheClient() {
        RateLimits limits = new RateLimits(new RateSettings(new Rate(1, 2), new Rate(1, 1)), now::get);
        assertThat(limits.admit("a", "s")).isZero();
        for (int i = 0; i < 10; i++) {
            assertThat(limits.admit("a", "s")).isPositive();
        }

        assertThat(limits.admit("a", "other")).isZero();
        assertThat(limits.admit("a", "third")).isPositive();
    }

    @Test
    void whatIsNoStreamIsOnlyCountedForTheClient() {
        RateLimits limits = new RateLimits(new RateSettings(null, new Rate(1, 1)), now::get);

        assertThat(limits.admit("a", "")).isZero();
        assertThat(limits.admit("a", "")).isZero();
    }

    @Test
    void withoutLimitsNobodyLooksAtTheClock() {
        RateLimits limits = new RateLimits(RateSettings.none(), () -> {
            throw new AssertionError("asked for the time");
        });

        assertThat(limits.admit("a", "s")).isZero();
        assertThat(limits.size()).isZero();
    }

    @Test
    void aMillionClientsTakeBoundedMemoryAndNobodyGetsAroundTheLimit() {
        RateLimits limits = new RateLimits(new RateSettings(new Rate(1, 1), null), now::get);
        int admitted = 0;

        for (int i = 0; i < 1_000_000; i++) {
            admitted += limits.admit("c" + i, "s") == 0 ? 1 : 0;
        }

        assertThat(limits.size()).isLessThanOrEqualTo(Buckets.MOST);
        assertThat(admitted).isBetween(Buckets.MOST, Buckets.MOST + 1024);
        assertThat(limits.admit("c0", "s")).isPositive();
    }

    @Test
    void idleBucketsAreDroppedAndThenThereIsRoomAgain() {
        RateLimits limits = new RateLimits(new RateSettings(new Rate(1, 1), null), now::get);
        for (int i = 0; i < Buckets.MOST; i++) {
            limits.admit("c" + i, "s");
        }
        now.addAndGet(SECOND);

        assertThat(limits.admit("new", "s")).isZero();

        assertThat(limits.size()).isEqualTo(1);
    }

    @Test
    void manyThreadsTogetherGetNoMoreThanTheBurst() throws InterruptedException {
        RateLimits limits = new RateLimits(new RateSettings(new Rate(1, 1000), null), now::get);
        AtomicInteger admitted = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int t = 0; t < 4; t++) {
                threads.execute(() -> {
                    for (int i = 0; i < 1000; i++) {
                        admitted.addAndGet(limits.admit("a", "s") == 0 ? 1 : 0);
                    }
                });
            }
            threads.shutdown();
            assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(admitted).hasValue(1000);
    }

    @Test
    void retryAfterIsInWholeSecondsAndNeverZero() {
        assertThat(RateLimits.seconds(1)).isEqualTo(1);
        assertThat(RateLimits.seconds(1000)).isEqualTo(1);
        assertThat(RateLimits.seconds(1001)).isEqualTo(2);
    }

    @Test
    void ratesThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> new Rate(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Rate(Double.NaN, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Rate(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.7, ip:192.0.2.7",
        "::ffff:192.0.2.7, ip:192.0.2.7",
        "2001:db8:1:2:3:4:5:6, ip:20010db800010002/64",
        "2001:db8:1:2::1, ip:20010db800010002/64",
        "2001:db8:1:3::1, ip:20010db800010003/64",
        "fe80::1%eth0, ip:fe80000000000000/64",
        "nonsense, ip:nonsense",
    })
    void aClientWithoutNameIsItsNetwork(String address, String network) {
        assertThat(Clients.network(address)).isEqualTo(network);
    }

    @Test
    void aClientWithANameIsItsNameWhereverItComesFrom() {
        Caller known = new Caller() {
            @Override
            public String name() {
                return "key:shop";
            }

            @Override
            public NameRanges ranges(Action action) {
                return NameRanges.ALL;
            }
        };

        assertThat(Clients.key(known, "ip:192.0.2.7")).isEqualTo("key:shop");
        assertThat(Clients.key(Access.OPEN.authenticate(null).resultNow(), "ip:192.0.2.7"))
                .isEqualTo("ip:192.0.2.7");
    }
}
