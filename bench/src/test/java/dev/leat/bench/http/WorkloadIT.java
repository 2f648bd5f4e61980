package dev.leat.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.bench.http.client.HttpRequest;
import dev.leat.bench.http.client.HttpResponse;
import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.Window;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each workload against a real server: what it counts is what happened. How fast is not asked. */
class WorkloadIT {
    private static final double WINDOW = 0.05;

    private Started server;
    private ScratchStreams scratch;

    @BeforeEach
    void start() {
        server = Started.plain();
        scratch = server.scratch();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void everyAnsweredAppendIsInAStream() {
        try (ClosedLoop appends = AppendWorkload.plain(scratch, Content.octets(7), 5)) {
            Window window = appends.run(WINDOW);

            assertThat(window.refused()).isZero();
            assertThat(appends.answered()).isPositive();
            assertThat(server.bytes()).isEqualTo(7 * appends.answered());
        }
    }

    @Test
    void aBatchCountsItsMessages() {
        Content batch = Content.json(10, 50);
        try (ClosedLoop appends = AppendWorkload.plain(scratch, batch, 2)) {
            appends.run(WINDOW);

            assertThat(server.bytes()).isEqualTo(500 * appends.answered());
        }
    }

    @Test
    void aProducersAppendsAreAllAccepted() {
        try (ClosedLoop appends = AppendWorkload.idempotent(scratch, Content.octets(7), 3)) {
            long before = server.bytes();
            Window window = appends.run(WINDOW);

            assertThat(window.refused()).isZero();
            assertThat(server.bytes() - before).isEqualTo(7 * appends.answered());
        }
    }

    @Test
    void aServerThatWritesARetryAgainIsFoundOut() {
        try (Started forgetful = Started.over(Forgetful::new)) {
            ScratchStreams other = forgetful.scratch();

            assertThatThrownBy(() -> AppendWorkload.idempotent(other, Content.octets(7), 1))
                    .isInstanceOf(BenchException.class)
                    .hasMessageContaining("retries are not recognized");
        }
    }

    @Test
    void readersFindEveryByte() {
        try (ClosedLoop readers = CatchUpWorkload.of(scratch, Content.octets(1 << 16), 5 << 20, 2)) {
            Window window = readers.run(WINDOW);

            assertThat(window.refused()).isZero();
            assertThat(readers.answered()).isPositive();
        }
    }

    @Test
    void readersFindEveryMessageOfJson() {
        try (ClosedLoop readers = CatchUpWorkload.of(scratch, Content.json(1000, 100), 5 << 20, 2)) {
            assertThat(readers.run(WINDOW).refused()).isZero();
        }
    }

    @Test
    void aPassWithAWrongNumberOfBytesFails() {
        String stream = scratch.create("short", HttpRequest.OCTETS);

        try (ClosedLoop readers =
                CatchUpWorkload.of(scratch.server(), stream, new CatchUpWorkload.Expected(1, false), 1)) {
            assertThatThrownBy(() -> readers.run(1))
                    .isInstanceOf(BenchException.class)
                    .hasMessage("a pass has 0 bytes instead of 1");
        }
    }

    @Test
    void everyMessageReachesEverySseFollower() {
        try (DeliveryWorkload delivery = new DeliveryWorkload(scratch, FollowMode.SSE, 7)) {
            assertThat(delivery.run(WINDOW).delivered()).isEqualTo(1);
            assertThat(delivery.run(WINDOW).delivered()).isEqualTo(1);
        }
    }

    @Test
    void everyMessageReachesEveryLongPoll() {
        try (DeliveryWorkload delivery = new DeliveryWorkload(scratch, FollowMode.LONG_POLL, 7)) {
            Window window = delivery.run(WINDOW);

            assertThat(window.delivered()).isEqualTo(1);
            assertThat(window.refused()).isZero();
        }
    }

    @Test
    void idleFollowersStayConnectedWhileTheMemoryIsLookedAt() {
        int[] looks = {0};

        try (IdleWorkload idle = new IdleWorkload(scratch, 20, () -> looks[0]++)) {
            assertThat(idle.run(WINDOW).refused()).isZero();
        }
        assertThat(looks[0]).isEqualTo(2);
    }

    @Test
    void moreFollowersThanFilesAreNotAttempted() {
        assertThatThrownBy(() -> new IdleWorkload(scratch, Integer.MAX_VALUE, () -> {}))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("ulimit -n");
    }

    @Test
    void everyStreamIsMadeOnceAndRemovedAfterwards() {
        try (ClosedLoop creates = CreateWorkload.of(scratch, 3)) {
            assertThat(creates.run(WINDOW).refused()).isZero();
            assertThat((long) server.streams()).isEqualTo(Math.min(10_000, creates.answered()));
        }

        scratch.close();
        assertThat(server.streams()).isZero();
    }

    @Test
    void refusalsAreCounted() {
        HttpRequest append = HttpRequest.append(scratch.server(), "nowhere", HttpRequest.OCTETS, new byte[1]);
        ClosedLoop.Client lost = new ClosedLoop.Client() {
            private int left = 3;

            @Override
            public HttpRequest next() {
                return left-- > 0 ? append : null;
            }

            @Override
            public long answered(HttpResponse response) {
                return 1;
            }
        };

        try (ClosedLoop loop = new ClosedLoop(scratch.server(), List.of(lost), 1)) {
            Window window = loop.run(60);

            assertThat(window.refused()).isEqualTo(3);
            assertThat(window.figure()).isZero();
        }
    }
}
