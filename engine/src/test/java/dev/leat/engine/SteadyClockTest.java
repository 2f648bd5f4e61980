package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SteadyClockTest {
    private static final long START = 1_800_000_000_000L;

    private long wall = START;
    private long steady = 17;
    private final SteadyClock clock = new SteadyClock(() -> wall, () -> steady);

    private void pass(long millis) {
        wall += millis;
        steady += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void itGoesWithTheSystemsClock() {
        for (int i = 0; i < 1000; i++) {
            pass(7);
            assertThat(clock.millis()).isEqualTo(wall);
        }
    }

    @Test
    void aStepForwardDoesNotEndALeaseOfHalfAMinuteEarly() {
        wall += TimeUnit.HOURS.toMillis(1);

        for (int i = 0; i < 270; i++) {
            pass(100);
            clock.millis();
        }

        assertThat(clock.millis() - START).isBetween(27_000L, 30_000L);
    }

    @Test
    void aStepBackNeverMakesTimeGoBack() {
        pass(10_000);
        long before = clock.millis();
        wall -= TimeUnit.HOURS.toMillis(1);

        for (int i = 0; i < 100; i++) {
            pass(50);
            assertThat(clock.millis()).isGreaterThanOrEqualTo(before);
            before = clock.millis();
        }
        assertThat(before - START - 10_000).isBetween(4_000L, 5_000L);
    }

    @Test
    void itAgreesWithTheSystemsClockAgainInTheEnd() {
        wall += 20_000;

        for (int i = 0; i < 2_100; i++) {
            pass(100);
            clock.millis();
        }

        assertThat(clock.millis()).isEqualTo(wall);
    }
}
