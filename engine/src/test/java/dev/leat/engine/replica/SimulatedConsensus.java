package dev.leat.engine.replica;

import dev.leat.engine.replica.SimulatedDisk.LogEntry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Raft on one thread with virtual time. It does what a real library does that is easily overlooked: it refuses single entries while it
 * takes others, ends a leadership at once when a hand-over begins, and gives the same term back when the hand-over fails.
 */
final class SimulatedConsensus implements Consensus {
    private static final int HEARTBEAT = 50_000;
    private static final int ELECTION = 150_000;
    private static final int VOTE_RETRY = 30_000;
    private static final int SYNC = 300;
    private static final int BATCH = 8;

    /** A rule that a broken library does not keep. Planted to see that tests find it. */
    enum Flaw {
        VOTE_NOT_SYNCED,
        COMMIT_WITHOUT_MAJORITY,
        COMMIT_OF_AN_EARLIER_TERM,
        CONFIRM_WITHOUT_MAJORITY
    }

    private enum Role {
        FOLLOWER,
        CANDIDATE,
        LEADER
    }

    private final NodeId self;
    private final Map<NodeId, SimulatedConsensus> peers; // of the whole cluster, as they are at the moment
    private final SimulatedNetwork network;
    private final SimulatedDisk disk;
    private final Set<Flaw> flaws = EnumSet.noneOf(Flaw.class);
    private final List<LogEntry> log = new ArrayList<>();
    private @Nullable Replica replica;
    private boolean alive;
    private boolean busy;
    private Role role = Role.FOLLOWER;
    private long term;
    private @Nullable NodeId vote;
    private @Nullable NodeId leader;
    private long timer; // the number of the election timer that counts
    private long committed;
    private long applied;
    private boolean applying;

    // of a leader
    private final Map<NodeId, Long> next = new HashMap<>();
    private final Map<NodeId, Long> matched = new HashMap<>();
    private final Map<NodeId, Long> heardRound = new HashMap<>();
    private final TreeMap<Long, List<Answer>> questions = new TreeMap<>();
    private final Set<NodeId> votes = new HashSet<>();
    private long round;
    private boolean leads; // the replica was told so
    private @Nullable NodeId successor;

    SimulatedConsensus(
            NodeId self, Map<NodeId, SimulatedConsensus> peers, SimulatedNetwork network, SimulatedDisk disk) {
        this.self = self;
        this.peers = peers;
        this.network = network;
        this.disk = disk;
    }

    void plant(Flaw flaw) {
        flaws.add(flaw);
    }

    /** From now on some entries are refused. */
    void refuseSome(boolean some) {
        busy = some;
    }

    boolean isAlive() {
        return alive;
    }

    @Override
    public void start(Replica with) {
        replica = with;
        alive = true;
        term = disk.term;
        vote = disk.vote;
        log.addAll(disk.entries());
        applied = with.applied();
        committed = applied;
        restartTimer();
    }

    /** The process ends; some of what was on its way to the disk is there. */
    void crash() {
        alive = false;
        disk.crash(network.random);
    }

    @Override
    public void close() {
        alive = false;
        disk.sync();
    }

    @Override
    public Standing standing() {
        return new Standing(term, leader, committed);
    }

    @Override
    public void submit(long inTerm, ByteBuffer entry) {
        byte[] bytes = new byte[entry.remaining()];
        entry.duplicate().get(bytes);
        if (role != Role.LEADER || inTerm != term || successor != null) {
            later(() -> replica().refused(inTerm, "this node does not lead the term"));
        } else if (busy && network.random.nextInt(4) == 0) {
            later(() -> replica().refused(inTerm, "too many entries wait"));
        } else {
            propose(new LogEntry(term, bytes));
        }
    }

    @Override
    public void confirm(long inTerm, Answer answer) {
        if (role != Role.LEADER || !leads || inTerm != term) {
            later(() -> answer.doesNot("this node does not lead the term"));
            return;
        }
        round++;
        questions.computeIfAbsent(round, number -> new ArrayList<>()).add(answer);
        heardRound.put(self, round);
        answerQuestions();
        peers.keySet().forEach(this::sendEntries);
    }

    @Override
    public void read(long from, long upTo, EntryReader reader) {
        for (long index = from; index <= Math.min(upTo, applied); index++) {
            LogEntry entry = at(index);
            if (entry.bytes() != null) {
                reader.entry(index, entry.term(), ByteBuffer.wrap(entry.bytes()).asReadOnlyBuffer());
            }
        }
    }

    @Override
    public void handOver(NodeId to, Duration within) {
        if (role != Role.LEADER || !leads || successor != null || to.equals(self)) {
            return;
        }
        successor = to;
        leads = false;
        long ofTerm = term;
        replica().follow(null, term);
        refuseQuestions();
        sendEntries(to);
        offerLead();
        after(within.toNanos() / 1000, () -> {
            if (role == Role.LEADER && term == ofTerm && successor != null) {
                successor = null;
                leads = true;
                replica().lead(term);
            }
        });
    }

    private void offerLead() {
        NodeId to = successor;
        if (to != null && matched.getOrDefault(to, 0L) == log.size()) {
            long ofTerm = term;
            send(to, peer -> peer.takeOver(ofTerm));
        }
    }

    private void takeOver(long ofTerm) {
        if (ofTerm == term && role == Role.FOLLOWER) {
            stand();
        }
    }

    private Replica replica() {
        if (replica == null) {
            throw new IllegalStateException("not started");
        }
        return replica;
    }

    private LogEntry at(long index) {
        return log.get((int) index - 1);
    }

    private long termAt(long index) {
        return index == 0 ? 0 : at(index).term();
    }

    private int majority() {
        return peers.size() / 2 + 1;
    }

    private void after(long micros, Runnable action) {
        network.after(micros, () -> {
            if (alive) {
                action.run();
            }
        });
    }

    private void later(Runnable action) {
        after(network.random.nextInt(1000), action);
    }

    private void send(NodeId to, Consumer<SimulatedConsensus> message) {
        network.send(self, to, () -> {
            SimulatedConsensus peer = peers.get(to);
            if (peer != null && peer.alive) {
                message.accept(peer);
            }
        });
    }

    private void write(Runnable effect, Runnable synced) {
        disk.write(effect, synced);
        after(SYNC + network.random.nextInt(SYNC), disk::sync);
    }

    private void restartTimer() {
        long mine = ++timer;
        after(ELECTION + network.random.nextInt(ELECTION), () -> {
            if (mine == timer && role != Role.LEADER) {
                stand();
            }
        });
    }

    // elections

    private void stand() {
        role = Role.CANDIDATE;
        leader = null;
        long asked = ++term;
        vote = self;
        votes.clear();
        restartTimer();
        write(() -> disk.vote(asked, self), () -> {
            if (role == Role.CANDIDATE && term == asked) {
                askForVotes(asked);
                voted(self, asked);
            }
        });
    }

    /** Asks again from time to time: a request may be lost. */
    private void askForVotes(long inTerm) {
        if (role != Role.CANDIDATE || term != inTerm) {
            return;
        }
        long lastIndex = log.size();
        long lastTerm = termAt(lastIndex);
        peers.keySet().stream()
                .filter(peer -> !peer.equals(self))
                .forEach(peer -> send(peer, node -> node.voteAsked(self, inTerm, lastIndex, lastTerm)));
        after(VOTE_RETRY, () -> askForVotes(inTerm));
    }

    private void voteAsked(NodeId candidate, long inTerm, long lastIndex, long lastTerm) {
        if (inTerm > term) {
            stepDown(inTerm, null);
        }
        long mine = termAt(log.size());
        boolean upToDate = lastTerm > mine || (lastTerm == mine && lastIndex >= log.size());
        if (inTerm < term || !upToDate || (vote != null && !vote.equals(candidate))) {
            return;
        }
        vote = candidate;
        restartTimer();
        Runnable grant = () -> send(candidate, node -> node.voted(self, inTerm));
        if (flaws.contains(Flaw.VOTE_NOT_SYNCED)) {
            grant.run();
        } else {
            write(() -> disk.vote(inTerm, candidate), grant);
        }
    }

    private void voted(NodeId by, long inTerm) {
        if (role != Role.CANDIDATE || inTerm != term) {
            return;
        }
        votes.add(by);
        if (votes.size() >= majority()) {
            role = Role.LEADER;
            leader = self;
            successor = null;
            round = 0;
            matched.clear();
            heardRound.clear();
            peers.keySet().forEach(peer -> next.put(peer, log.size() + 1L));
            propose(new LogEntry(term, null));
            heartbeat(term);
        }
    }

    private void heartbeat(long ofTerm) {
        if (role == Role.LEADER && term == ofTerm) {
            peers.keySet().forEach(this::sendEntries);
            after(HEARTBEAT, () -> heartbeat(ofTerm));
        }
    }

    private void stepDown(long toTerm, @Nullable NodeId to) {
        boolean news = leads || (to != null && !to.equals(leader));
        if (toTerm > term) {
            term = toTerm;
            vote = null;
            write(() -> disk.vote(toTerm, null), () -> {});
        }
        role = Role.FOLLOWER;
        leader = to;
        leads = false;
        successor = null;
        refuseQuestions();
        restartTimer();
        if (news) {
            replica().follow(to, term);
        }
    }

    private void refuseQuestions() {
        List<Answer> open = new ArrayList<>();
        questions.values().forEach(open::addAll);
        questions.clear();
        open.forEach(answer -> answer.doesNot("this node does not lead any more"));
    }

    // replication

    private void propose(LogEntry entry) {
        log.add(entry);
        long index = log.size();
        long ofTerm = term;
        write(() -> disk.replace((int) index, List.of(entry)), () -> {
            if (role == Role.LEADER && term == ofTerm) {
                matched.merge(self, index, Math::max);
                commit();
            }
        });
        peers.keySet().forEach(this::sendEntries);
    }

    private void sendEntries(NodeId to) {
        if (to.equals(self) || role != Role.LEADER) {
            return;
        }
        long from = next.getOrDefault(to, 1L);
        List<LogEntry> entries = List.copyOf(
                log.subList((int) from - 1, (int) Math.min(log.size(), from + network.random.nextInt(BATCH))));
        long before = termAt(from - 1);
        long ofTerm = term;
        long known = committed;
        long asked = round;
        send(to, node -> node.entriesSent(self, ofTerm, from - 1, before, entries, known, asked));
    }

    private void entriesSent(
            NodeId by, long inTerm, long beforeIndex, long beforeTerm, List<LogEntry> entries, long known, long asked) {
        if (inTerm < term) {
            long mine = term;
            send(by, node -> node.refusedBy(mine));
            return;
        }
        if (inTerm > term || role != Role.FOLLOWER || !by.equals(leader)) {
            stepDown(inTerm, by);
        }
        restartTimer();
        if (log.size() < beforeIndex || termAt(beforeIndex) != beforeTerm) {
            long last = Math.min(log.size(), beforeIndex - 1);
            send(by, node -> node.logDiffers(self, inTerm, last));
            return;
        }
        long last = beforeIndex + entries.size();
        write(store(beforeIndex, entries), () -> {
            if (term == inTerm) { // else what was stored may have been replaced meanwhile
                committed = Math.max(committed, Math.min(known, last));
                apply();
                send(by, node -> node.stored(self, inTerm, last, asked));
            }
        });
    }

    /** Puts entries into the log in memory, and returns what puts them on disk. */
    private Runnable store(long beforeIndex, List<LogEntry> entries) {
        for (int i = 0; i < entries.size(); i++) {
            long index = beforeIndex + 1 + i;
            if (index > log.size() || termAt(index) != entries.get(i).term()) {
                List<LogEntry> fresh = entries.subList(i, entries.size());
                log.subList((int) Math.min(index - 1, log.size()), log.size()).clear();
                log.addAll(fresh);
                return () -> disk.replace((int) index, fresh);
            }
        }
        return () -> {};
    }

    private void refusedBy(long otherTerm) {
        if (otherTerm > term) {
            stepDown(otherTerm, null);
        }
    }

    private void logDiffers(NodeId by, long inTerm, long last) {
        if (role == Role.LEADER && inTerm == term) {
            next.put(by, Math.max(matched.getOrDefault(by, 0L) + 1, last + 1));
            sendEntries(by);
        }
    }

    private void stored(NodeId by, long inTerm, long last, long heard) {
        if (role != Role.LEADER || inTerm != term) {
            return;
        }
        matched.merge(by, last, Math::max);
        next.merge(by, last + 1, Math::max);
        heardRound.merge(by, heard, Math::max);
        commit();
        answerQuestions();
        if (next.getOrDefault(by, 1L) <= log.size()) {
            sendEntries(by);
        }
        offerLead();
    }

    private void commit() {
        for (long index = matched.getOrDefault(self, 0L); index > committed; index--) {
            if (termAt(index) != term && !flaws.contains(Flaw.COMMIT_OF_AN_EARLIER_TERM)) {
                return; // what is older is committed together with an entry of this term
            }
            long at = index;
            long on = matched.values().stream().filter(match -> match >= at).count();
            if (on >= majority() || (flaws.contains(Flaw.COMMIT_WITHOUT_MAJORITY) && on > 0)) {
                committed = index;
                apply();
                return;
            }
        }
    }

    private void answerQuestions() {
        long asked = round;
        while (!questions.isEmpty()) {
            long number = questions.firstKey();
            long heard =
                    heardRound.values().stream().filter(each -> each >= number).count();
            if (heard < majority() && !flaws.contains(Flaw.CONFIRM_WITHOUT_MAJORITY)) {
                return;
            }
            questions.pollFirstEntry().getValue().forEach(Answer::leads);
            if (asked != round) {
                return; // an answer asked again
            }
        }
    }

    /** Shows the replica what is committed. It may submit from there, which must not begin another round of this. */
    private void apply() {
        if (applying) {
            return;
        }
        applying = true;
        while (applied < committed && alive) {
            LogEntry entry = at(++applied);
            byte[] bytes = entry.bytes();
            if (bytes != null) {
                replica().apply(applied, entry.term(), ByteBuffer.wrap(bytes).asReadOnlyBuffer());
            } else if (role == Role.LEADER && entry.term() == term && successor == null) {
                leads = true;
                replica().lead(term);
            }
        }
        applying = false;
    }
}
