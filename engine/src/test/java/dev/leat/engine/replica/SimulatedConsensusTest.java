package dev.leat.engine.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.replica.SimulatedConsensus.Flaw;
import dev.leat.testkit.Seeds;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulated cluster keeps the rules of {@link Consensus}, and the check of the rules finds a cluster that does not. */
class SimulatedConsensusTest {

    @Seeds(300)
    void nodesAgreeThroughCrashesAndPartitions(long seed) {
        SimulatedCluster cluster = run(seed, null);

        NodeId leader = cluster.settle();
        cluster.submit(leader);
        cluster.network.run(1_000_000);
        cluster.check();

        assertThat(cluster.history()).hasSize(cluster.entries());
    }

    @Seeds(100)
    void anEntryOfAnEarlierTermIsCommittedOnlyTogetherWithOneOfTheLeadersOwn(long seed) {
        leadTwiceWithOldEntries(seed, null);
    }

    /** Figure 8 of the Raft paper: an old entry reaches a majority, and then a node leads that has a newer one in its place. */
    private static void leadTwiceWithOldEntries(long seed, @Nullable Flaw flaw) {
        SimulatedCluster cluster = new SimulatedCluster(seed, 3, flaw, true);
        NodeId first = new NodeId("n0");
        NodeId last = new NodeId("n2");
        cluster.isolate(last);
        while (cluster.replica(first).applied.isEmpty() && cluster.network.micros() < 5_000_000) {
            cluster.network.step();
        }
        cluster.check();

        cluster.crash(first);
        cluster.network.heal();
        cluster.isolate(first); // what it sent last does not arrive
        cluster.network.run(2_000_000);
        cluster.check();
    }

    @Seeds(100)
    void aVoteIsRememberedByANodeThatEndsAfterItGaveIt(long seed) {
        voteTwice(seed, null);
    }

    /** Two nodes that do not hear of each other ask a third for its vote, which ends and begins again in between. */
    private static void voteTwice(long seed, @Nullable Flaw flaw) {
        SimulatedCluster cluster = new SimulatedCluster(seed, 3, flaw, false);
        NodeId voter = new NodeId("n1");
        List<NodeId> candidates = List.of(new NodeId("n0"), new NodeId("n2"));
        cluster.network.cut(candidates.get(0), candidates.get(1));
        cluster.network.cut(candidates.get(1), candidates.get(0));
        while (cluster.elected().isEmpty()) {
            cluster.network.step();
        }

        cluster.isolate(cluster.elected().get(0));
        cluster.crash(voter);
        cluster.start(voter);
        cluster.network.run(140_000); // the other candidate is elected meanwhile
        cluster.network.heal();
        cluster.network.run(1_000_000);
        cluster.check();
    }

    @Test
    void aSimulatedLifeIsNotIdle() {
        SimulatedCluster cluster = new SimulatedCluster(1, 3, null);
        for (int i = 0; i < 5_000; i++) {
            cluster.act();
        }

        assertThat(cluster.entries()).as("entries").isGreaterThan(500);
        assertThat(cluster.confirmed).as("confirmed questions").isGreaterThan(100);
        assertThat(cluster.names().stream()
                        .mapToInt(name -> cluster.replica(name).refusals)
                        .sum())
                .as("refusals")
                .isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void aPlantedFlawIsFound(Flaw flaw) {
        int found = 0;
        for (long seed = 1; seed <= 1000 && found == 0; seed++) {
            try {
                voteTwice(seed, flaw);
                leadTwiceWithOldEntries(seed, flaw);
                run(seed, flaw).settle();
            } catch (AssertionError e) {
                found++;
            }
        }

        assertThat(found).as("runs in which %s is found", flaw).isPositive();
    }

    private static SimulatedCluster run(long seed, @Nullable Flaw flaw) {
        SimulatedCluster cluster = new SimulatedCluster(seed, seed % 3 == 0 ? 5 : 3, flaw);
        boolean electionsFirst = seed % 2 == 0;
        for (int i = 0; i < 200; i++) {
            if (electionsFirst) {
                cluster.disturbElections();
            } else {
                cluster.act();
            }
        }
        return cluster;
    }
}
