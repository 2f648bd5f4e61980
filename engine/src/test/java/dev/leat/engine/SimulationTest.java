package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.testkit.Seeds;

/** Lives of an engine with crashes and failing disks, in all of which its promises hold. */
class SimulationTest {

    @Seeds(150)
    void promisesHoldThroughCrashesAndFailures(long seed) {
        new Simulation(seed).run(1500);
    }

    @Seeds(3)
    void theSameSeedDoesTheSame(long seed) {
        long first = new Simulation(seed).run(1500);
        long second = new Simulation(seed).run(1500);

        assertThat(first).isEqualTo(second);
    }
}
