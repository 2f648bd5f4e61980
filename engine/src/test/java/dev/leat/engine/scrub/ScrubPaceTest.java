package dev.leat.engine.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How fast a scrub reads. */
class ScrubPaceTest {
    private static final long MIB = 1 << 20;
    private static final ScrubPace PACE = new ScrubPace(32 * MIB);

    @Test
    void aCycleHasHalfOfTheSetting() {
        assertThat(ScrubPace.cycle(Duration.ofDays(7))).isEqualTo(Duration.ofHours(84));
    }

    @Test
    void whatIsLeftIsSpreadEvenlyOverTheTimeThatIsLeft() {
        assertThat(PACE.rate(10_000 * MIB, Duration.ofSeconds(1000))).isEqualTo(10 * MIB);
    }

    @Test
    void aSmallDirectoryIsReadWithAMebibyteASecond() {
        assertThat(PACE.rate(100, Duration.ofDays(3))).isEqualTo(MIB);
    }

    @Test
    void itIsNeverFasterThanTheSettingEvenIfItIsLate() {
        assertThat(PACE.rate(Long.MAX_VALUE, Duration.ofSeconds(1))).isEqualTo(32 * MIB);
        assertThat(PACE.rate(100, Duration.ZERO)).isEqualTo(32 * MIB);
        assertThat(PACE.rate(100, Duration.ofDays(-1))).isEqualTo(32 * MIB);
        assertThat(new ScrubPace(1000).rate(100, Duration.ofDays(3))).isEqualTo(1000);
    }

    @Test
    void aShortReadCostsMoreThanItsBytes() {
        assertThat(ScrubPace.waitNanos(MIB, MIB)).isEqualTo(1_000_000_000L);
        assertThat(ScrubPace.waitNanos(1, MIB)).isEqualTo(1_000_000_000L / 64);
    }

    @Test
    void itYieldsAsLongAsTheSettingSufficesForWhatIsLeft() {
        assertThat(PACE.mayYield(320 * MIB, Duration.ofSeconds(11))).isTrue();
        assertThat(PACE.mayYield(320 * MIB, Duration.ofSeconds(10))).isFalse();
        assertThat(PACE.mayYield(0, Duration.ZERO)).isFalse();
    }
}
