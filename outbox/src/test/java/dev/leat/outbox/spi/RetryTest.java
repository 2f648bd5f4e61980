package dev.leat.outbox.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RetryTest {

    private final Retry retry =
            Retry.exponential(Duration.ofMillis(200), Duration.ofMinutes(5)).maxAttempts(4);

    @Test
    void eachWaitIsTwiceAsLongUpToTheLongest() {
        assertThat(IntStream.of(1, 2, 3, 12, 1_000_000).mapToObj(retry::delay).map(Duration::toMillis))
                .containsExactly(200L, 400L, 800L, 300_000L, 300_000L);
    }

    @Test
    void jitterSpreadsTheWholeWait() {
        long[] delays = IntStream.range(0, 1000)
                .mapToLong(i -> retry.fullJitter().delay(3).toMillis())
                .sorted()
                .toArray();

        assertThat(delays[999]).isLessThanOrEqualTo(800);
        assertThat(delays[0]).isLessThan(100);
        assertThat(delays[999]).isGreaterThan(700);
    }

    @Test
    void theClassOfAnErrorDecides() {
        Retry rule = retry.classify(
                        error -> error instanceof IOException ? Retry.Verdict.RETRY_FOREVER : Retry.Verdict.RETRY)
                .never(NumberFormatException.class);

        assertThat(rule.isDead(new IllegalStateException(), 3)).isFalse();
        assertThat(rule.isDead(new IllegalStateException(), 4)).isTrue();
        assertThat(rule.isDead(new IOException(), 4000)).isFalse();
        assertThat(rule.isDead(new RuntimeException(new NumberFormatException()), 1))
                .isTrue();
    }
}
