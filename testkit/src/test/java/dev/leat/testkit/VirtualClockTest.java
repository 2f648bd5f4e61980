package dev.leat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class VirtualClockTest {

    @Test
    void aVirtualClockStandsStillUntilItIsMoved() {
        VirtualClock clock = VirtualClock.create();
        Instant before = clock.instant();

        clock.advance(Duration.ofMillis(1500));

        assertThat(clock.millis()).isEqualTo(before.toEpochMilli() + 1500);
    }

    @Test
    void aVirtualClockDoesNotGoBack() {
        VirtualClock clock = VirtualClock.create();

        assertThatThrownBy(() -> clock.advance(Duration.ofMillis(-1))).isInstanceOf(IllegalArgumentException.class);
    }
}
