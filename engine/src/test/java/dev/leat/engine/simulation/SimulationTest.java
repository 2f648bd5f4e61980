package dev.leat.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.testkit.Seeds;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lives of an engine with crashes and failing disks, in all of which its promises hold. */
class SimulationTest {

    @Seeds(120)
    void promisesHoldThroughCrashesAndFailures(long seed) {
        new Simulation(seed).run(1500);
    }

    @Seeds(3)
    void theSameSeedDoesTheSame(long seed) {
        long first = new Simulation(seed).run(1500);
        long second = new Simulation(seed).run(1500);

        assertThat(first).isEqualTo(second);
    }

    @Test
    void aSimulationIsNotAnIdleLife() {
        Simulation simulation = new Simulation(1);

        simulation.run(5000);

        Course.Counts counts = simulation.counts();
        assertThat(List.of(counts.commands, counts.crashes, counts.failures, counts.checkpoints, counts.forks))
                .as("commands, crashes, failures, checkpoints and forks")
                .allMatch(count -> count > 10);
        assertThat(List.of(simulation.traffic().delivered, simulation.traffic().acked))
                .as("deliveries and acks")
                .allMatch(count -> count > 50);
    }
}
