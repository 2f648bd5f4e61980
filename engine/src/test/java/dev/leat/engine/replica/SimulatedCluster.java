package dev.leat.engine.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.replica.RecordedReplica.Applied;
import dev.leat.engine.replica.SimulatedConsensus.Flaw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Some simulated nodes under random faults, and the rules of {@link Consensus}, which are checked after every step. */
final class SimulatedCluster {
    private static final Duration HAND_OVER = Duration.ofMillis(200);

    final Random random;
    final SimulatedNetwork network;
    private final Map<NodeId, SimulatedConsensus> nodes = new TreeMap<>();
    private final Map<NodeId, SimulatedDisk> disks = new HashMap<>();
    private final Map<NodeId, RecordedReplica> replicas = new TreeMap<>();
    private final @Nullable Flaw flaw;
    private final Map<Long, Applied> agreed = new HashMap<>();
    private final Map<Long, NodeId> leaders = new HashMap<>();
    private final Map<NodeId, Integer> checked = new HashMap<>();
    private final Set<String> seen = new HashSet<>();
    private final Map<Long, Integer> lastOfTerm = new HashMap<>();
    private long highest;
    private int submitted;
    int confirmed;

    /** @param flaw a rule that the nodes do not keep; null for none */
    SimulatedCluster(long seed, int size, @Nullable Flaw flaw) {
        this(seed, size, flaw, seed % 4 == 0);
    }

    /** @param diverged whether two nodes begin with an entry that no other node has */
    SimulatedCluster(long seed, int size, @Nullable Flaw flaw, boolean diverged) {
        this.random = new Random(seed);
        this.network = new SimulatedNetwork(random);
        this.flaw = flaw;
        for (int i = 0; i < size; i++) {
            disks.put(new NodeId("n" + i), new SimulatedDisk());
        }
        if (diverged) {
            divergeLogs();
        }
        disks.keySet().forEach(this::start);
    }

    /** Two nodes have an entry that no other has, of different terms: neither is committed, and at most one may ever be. */
    private void divergeLogs() {
        long term = 1;
        for (NodeId name : List.of(new NodeId("n0"), new NodeId("n2"))) {
            byte[] entry = RecordedReplica.bytes("e" + submitted++).array();
            disks.get(name).replace(1, List.of(new SimulatedDisk.LogEntry(term, entry)));
            term++;
        }
        disks.values().forEach(disk -> disk.vote(3, null));
    }

    List<NodeId> names() {
        return List.copyOf(replicas.keySet());
    }

    NodeId anyNode() {
        return names().get(random.nextInt(replicas.size()));
    }

    RecordedReplica replica(NodeId name) {
        return replicas.get(name);
    }

    SimulatedConsensus node(NodeId name) {
        return nodes.get(name);
    }

    /** Returns the nodes that take themselves for the leader. */
    List<NodeId> elected() {
        return names().stream()
                .filter(name -> name.equals(node(name).standing().leader()))
                .toList();
    }

    int entries() {
        return seen.size();
    }

    void start(NodeId name) {
        RecordedReplica former = replicas.get(name);
        RecordedReplica replica = new RecordedReplica(former == null ? List.of() : former.applied);
        replica.refusals = former == null ? 0 : former.refusals;
        SimulatedConsensus node = new SimulatedConsensus(name, nodes, network, disks.get(name));
        if (flaw != null) {
            node.plant(flaw);
        }
        nodes.put(name, node);
        replicas.put(name, replica);
        node.start(replica);
    }

    void crash(NodeId name) {
        node(name).crash();
    }

    /** Submits an entry to a node that was told to lead, and to the first of them if several were. */
    void submit(NodeId name) {
        long term = replica(name).leads;
        if (term != 0 && node(name).isAlive()) {
            node(name).submit(term, RecordedReplica.bytes("e" + submitted++));
        }
    }

    /** A node may say that it leads only if it has applied whatever any node had applied when it was asked. */
    void confirm(NodeId name) {
        if (!node(name).isAlive() || replica(name).leads == 0) {
            return;
        }
        long before = highest;
        RecordedReplica asked = replica(name);
        node(name).confirm(asked.leads, new Consensus.Answer() {
            @Override
            public void leads() {
                confirmed++;
                assertThat(asked.applied())
                        .as("what a confirmed leader has applied")
                        .isGreaterThanOrEqualTo(before);
            }

            @Override
            public void doesNot(String why) {
                assertThat(why).isNotEmpty();
            }
        });
    }

    void handOver(NodeId from, NodeId to) {
        if (node(from).isAlive()) {
            node(from).handOver(to, HAND_OVER);
        }
    }

    /** One random deed of callers, operators or fate. */
    void act() {
        NodeId name = anyNode();
        switch (random.nextInt(40)) {
            case 0 -> crash(name);
            case 1, 2, 3 -> {
                if (!node(name).isAlive()) {
                    start(name);
                }
            }
            case 4 -> network.cut(name, anyNode());
            case 5 -> isolate(name);
            case 6, 7 -> network.heal();
            case 8 -> network.becomeUnreliable();
            case 9 -> handOver(name, anyNode());
            case 10 -> node(name).refuseSome(random.nextBoolean());
            case 11, 12, 13, 14, 15, 16 -> names().forEach(this::confirm);
            default -> names().forEach(this::submit);
        }
        network.run(random.nextInt(random.nextInt(10) == 0 ? 500_000 : 5_000));
        check();
    }

    /** Nothing but elections that are disturbed: nodes end and begin again at once, and few hear of each other. */
    void disturbElections() {
        NodeId name = anyNode();
        switch (random.nextInt(8)) {
            case 0, 1 -> {
                crash(name);
                start(name);
            }
            case 2 -> {
                network.heal();
                isolate(name);
            }
            case 3 -> network.cut(name, anyNode());
            case 4 -> network.heal();
            case 5 -> network.becomeUnreliable();
            default -> names().forEach(this::submit);
        }
        network.run(random.nextInt(100_000));
        check();
    }

    void isolate(NodeId name) {
        names().forEach(other -> {
            network.cut(name, other);
            network.cut(other, name);
        });
    }

    /** All faults end, and all nodes run again. Returns the node that leads then. */
    NodeId settle() {
        network.heal();
        for (NodeId name : names()) {
            if (!node(name).isAlive()) {
                start(name);
            }
            node(name).refuseSome(false);
        }
        for (int i = 0; i < 100; i++) {
            network.run(100_000);
            check();
            List<NodeId> leading =
                    names().stream().filter(name -> replica(name).leads != 0).toList();
            if (leading.size() == 1) {
                return leading.get(0);
            }
        }
        throw new AssertionError("no node leads after ten seconds without faults");
    }

    void check() {
        replicas.forEach((name, replica) -> {
            for (long term : replica.ledTerms) {
                assertThat(leaders.computeIfAbsent(term, first -> name))
                        .as("leader of term %d", term)
                        .isEqualTo(name);
            }
            List<Applied> applied = replica.applied;
            for (int i = checked.getOrDefault(name, 0); i < applied.size(); i++) {
                check(applied, i);
            }
            checked.put(name, applied.size());
            highest = Math.max(highest, replica.applied());
        });
    }

    private void check(List<Applied> applied, int i) {
        Applied entry = applied.get(i);
        assertThat(entry.index())
                .as("index")
                .isGreaterThan(i == 0 ? 0 : applied.get(i - 1).index());
        Applied known = agreed.putIfAbsent(entry.index(), entry);
        assertThat(entry).as("entry at %d", entry.index()).isEqualTo(known == null ? entry : known);
        if (known == null) {
            assertThat(entry.index()).as("nothing is inserted later").isGreaterThan(highestAgreedBefore(entry.index()));
            assertThat(seen.add(entry.text()))
                    .as("%s is there once", entry.text())
                    .isTrue();
            int number = Integer.parseInt(entry.text().substring(1));
            Integer before = lastOfTerm.put(entry.term(), number);
            assertThat(number).as("order within term %d", entry.term()).isGreaterThan(before == null ? -1 : before);
        }
    }

    private long highestAgreedBefore(long index) {
        return agreed.keySet().stream()
                .filter(other -> other != index)
                .mapToLong(other -> other)
                .max()
                .orElse(0);
    }

    /** What every node has applied in the end. */
    List<Applied> history() {
        List<Applied> all = new ArrayList<>(replicas.values().iterator().next().applied);
        replicas.values().forEach(replica -> assertThat(replica.applied).isEqualTo(all));
        return all;
    }
}
