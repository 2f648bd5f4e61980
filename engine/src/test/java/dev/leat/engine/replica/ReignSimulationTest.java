package dev.leat.engine.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.replica.Entry.Reign;
import dev.leat.engine.replica.Entry.Turn;
import dev.leat.engine.replica.Entry.Turns;
import dev.leat.testkit.Seeds;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Leaders that decide ahead of the log, over a library that refuses single entries and gives terms back: nothing is applied to another
 * state than it was decided on.
 */
class ReignSimulationTest {

    @Seeds(300)
    void everyTurnIsAppliedToTheStateItWasDecidedOn(long seed) {
        assertThat(new Cluster(seed, true).run()).as("turns that count").isPositive();
    }

    @Test
    void withoutReignsATurnIsAppliedToAnotherState() {
        int found = 0;
        for (long seed = 1; seed <= 100; seed++) {
            try {
                new Cluster(seed, false).run();
            } catch (WrongBase e) {
                found++;
            }
        }

        assertThat(found).isPositive();
    }

    private static final class WrongBase extends RuntimeException {
        private static final long serialVersionUID = 1L;

        WrongBase(String message) {
            super(message);
        }
    }

    /** State is a number that every turn changes; a turn has the number that it was decided on. */
    private static final class Node implements Replica {
        private final NodeId name;
        private final boolean withReigns;
        private final Reigns reigns = new Reigns();
        private final List<Long> states = new ArrayList<>(List.of(0L));
        private @Nullable SimulatedConsensus consensus;
        private long term; // that this node leads; 0 if none
        private long reign; // in which this node decides; 0 if none
        private long seq;
        private long ahead;

        Node(NodeId name, boolean withReigns) {
            this.name = name;
            this.withReigns = withReigns;
        }

        private long state() {
            return states.get(states.size() - 1);
        }

        @Override
        public long applied() {
            return 0; // everything is applied again
        }

        @Override
        public void apply(long index, long inTerm, ByteBuffer bytes) {
            Entry entry = Entry.decode(bytes);
            boolean counts = reigns.accepts(index, entry) || !withReigns;
            if (entry instanceof Reign begun) {
                boolean mine = begun.leader().equals(name) && term == inTerm;
                reign = mine ? index : 0;
                seq = 1;
                ahead = state();
            } else if (counts && entry instanceof Turns turns) {
                long base = turns.turns().get(0).changes().getLong(0);
                if (base != state()) {
                    throw new WrongBase(
                            "a turn at " + index + " was decided on " + base + ", and the state is " + state());
                }
                states.add(next(base, turns.seq()));
            }
        }

        private static long next(long state, long by) {
            return state * 31 + by + 1;
        }

        void decide() {
            if (reign != 0 && consensus != null) {
                ByteBuffer base = ByteBuffer.allocate(Long.BYTES).putLong(0, ahead);
                consensus.submit(term, Entry.encode(new Turns(reign, seq, List.of(new Turn(0, base)))));
                ahead = next(ahead, seq);
                seq++;
            }
        }

        @Override
        public void lead(long ofTerm) {
            term = ofTerm;
            begin();
        }

        private void begin() {
            reign = 0;
            if (term != 0 && consensus != null) {
                consensus.submit(term, Entry.encode(new Reign(name, 1, 0)));
            }
        }

        @Override
        public void follow(@Nullable NodeId leader, long ofTerm) {
            term = 0;
            reign = 0;
        }

        @Override
        public void refused(long ofTerm, String why) {
            if (ofTerm == term) {
                begin();
            }
        }
    }

    private static final class Cluster {
        private final Random random;
        private final SimulatedNetwork network;
        private final boolean withReigns;
        private final Map<NodeId, SimulatedConsensus> members = new TreeMap<>();
        private final Map<NodeId, SimulatedDisk> disks = new TreeMap<>();
        private final Map<NodeId, Node> nodes = new TreeMap<>();

        Cluster(long seed, boolean withReigns) {
            this.random = new Random(seed);
            this.network = new SimulatedNetwork(random);
            this.withReigns = withReigns;
            for (String name : List.of("a", "b", "c")) {
                disks.put(new NodeId(name), new SimulatedDisk());
                start(new NodeId(name));
            }
        }

        private void start(NodeId name) {
            Node node = new Node(name, withReigns);
            SimulatedConsensus consensus = new SimulatedConsensus(name, members, network, disks.get(name));
            node.consensus = consensus;
            nodes.put(name, node);
            members.put(name, consensus);
            consensus.start(node);
        }

        private NodeId any() {
            return List.copyOf(nodes.keySet()).get(random.nextInt(nodes.size()));
        }

        /** Returns how many turns counted, once all nodes have the same. */
        int run() {
            for (int i = 0; i < 300; i++) {
                act(any());
                network.run(random.nextInt(20_000));
            }
            network.heal();
            members.forEach((name, member) -> member.refuseSome(false));
            List.copyOf(nodes.keySet()).stream()
                    .filter(name -> !members.get(name).isAlive())
                    .forEach(this::start);
            network.run(3_000_000);
            nodes.values().forEach(Node::decide);
            network.run(1_000_000);
            List<Long> history = nodes.get(new NodeId("a")).states;
            nodes.values().forEach(node -> assertThat(node.states).isEqualTo(history));
            return history.size() - 1;
        }

        private void act(NodeId name) {
            switch (random.nextInt(20)) {
                case 0 -> members.get(name).crash();
                case 1, 2 -> {
                    if (!members.get(name).isAlive()) {
                        start(name);
                    }
                }
                case 3 -> network.cut(name, any());
                case 4, 5 -> network.heal();
                case 6, 7 -> members.get(name).refuseSome(random.nextBoolean());
                case 8, 9 -> nodes.keySet().forEach(each -> members.get(each).handOver(name, Duration.ofMillis(100)));
                default ->
                    nodes.forEach((each, node) -> {
                        if (members.get(each).isAlive()) {
                            node.decide();
                        }
                    });
            }
        }
    }
}
