package dev.leat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class SeedsTest {

    @Seeds(3)
    void aTestRunsWithEachSeedAndIsNamedAfterIt(long seed, TestInfo test) {
        assertThat(test.getDisplayName()).isEqualTo("-Dseed=" + seed);
    }

    @Test
    void anEverydayBuildRunsTheSeedsFromOneOn() {
        assertThat(SeedSource.seeds(3, null, false)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aThoroughBuildRunsTenTimesAsMany() {
        assertThat(SeedSource.seeds(3, null, true)).hasSize(30).startsWith(1L).endsWith(30L);
    }

    @Test
    void aReplayRunsOneSeedOnly() {
        assertThat(SeedSource.seeds(3, "17", true)).containsExactly(17L);
    }

    @Test
    void aReplayedSeedMustBeANumber() {
        assertThatThrownBy(() -> SeedSource.seeds(3, "seventeen", false)).isInstanceOf(NumberFormatException.class);
    }
}
