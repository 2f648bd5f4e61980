package dev.leat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;

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

    @Test
    void aFailureTellsHowToReplayIt() {
        List<Throwable> thrown = EngineTestKit.engine("junit-jupiter")
                .selectors(DiscoverySelectors.selectClass(AlwaysFailing.class))
                .execute()
                .testEvents()
                .failed()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .map(result -> result.getThrowable().orElseThrow())
                .toList();

        assertThat(thrown)
                .allSatisfy(failure -> assertThat(failure.getSuppressed())
                        .singleElement()
                        .asString()
                        .contains("replay with -Dseed="));
        assertThat(thrown).isNotEmpty();
    }

    static class AlwaysFailing {

        @Seeds(2)
        void fails(long seed) {
            assertThat(seed).isNegative();
        }
    }
}
