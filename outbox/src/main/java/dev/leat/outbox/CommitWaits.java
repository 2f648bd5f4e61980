package dev.leat.outbox;

import dev.leat.outbox.invalidation.CommitNumbers;
import dev.leat.outbox.invalidation.CommitTable;
import dev.leat.outbox.invalidation.FeedPosition;
import dev.leat.outbox.invalidation.FollowerNodes;
import dev.leat.outbox.invalidation.InvalidationFollower;
import dev.leat.outbox.invalidation.Wakeups;
import dev.leat.outbox.relay.Wakeup;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The waits for commits. Each looks again when this process has moved, otherwise every 20 to 200 ms.
 *
 * <p>That no row of a commit is left is no proof: it may be done, or may never have been. So nothing is satisfied unless the writer has
 * confirmed the commit, rows of it were seen, or the database says what became of it.
 */
final class CommitWaits {

    private static final long SHORTEST_MILLIS = 20;
    private static final long LONGEST_MILLIS = 200;
    private static final String NO_EVIDENCE =
            "nothing of this commit is there: it may be done, or may never have happened";

    private final String namespace;
    private final CommitTable commits;
    private final NodeCaches caches;
    private final FollowerNodes presence;
    private final Wakeups wakeups;
    private final boolean snapshots;
    /** Null as long as this node does not follow invalidations. */
    private volatile @Nullable InvalidationFollower follower;

    private final Map<Wait.Until, Map<WaitOutcome.Result, LongAdder>> ended = new EnumMap<>(Wait.Until.class);
    private final Map<UUID, Set<Question>> open = new ConcurrentHashMap<>();

    /** @param snapshots whether the database orders commits by snapshots */
    CommitWaits(
            String namespace,
            CommitTable commits,
            NodeCaches caches,
            FollowerNodes presence,
            Wakeups wakeups,
            boolean snapshots) {
        this.namespace = namespace;
        this.commits = commits;
        this.caches = caches;
        this.presence = presence;
        this.wakeups = wakeups;
        this.snapshots = snapshots;
        for (Wait.Until until : Wait.Until.values()) {
            Map<WaitOutcome.Result, LongAdder> results = new EnumMap<>(WaitOutcome.Result.class);
            for (WaitOutcome.Result result : WaitOutcome.Result.values()) {
                results.put(result, new LongAdder());
            }
            ended.put(until, results);
        }
    }

    /** Sets whose position waits compare with; null if this node does not follow invalidations any more. */
    void follow(@Nullable InvalidationFollower running) {
        follower = running;
    }

    /** Returns how many waits of which kind ended with which result. */
    Map<Wait.Until, Map<WaitOutcome.Result, Long>> ended() {
        Map<Wait.Until, Map<WaitOutcome.Result, Long>> all = new EnumMap<>(Wait.Until.class);
        ended.forEach((until, results) -> {
            Map<WaitOutcome.Result, Long> sums = new EnumMap<>(WaitOutcome.Result.class);
            results.forEach((result, count) -> sums.put(result, count.sum()));
            all.put(until, sums);
        });
        return all;
    }

    /** This process has handed rows of these commits on, or given them up. */
    void settled(Collection<UUID> commits) {
        if (open.isEmpty()) {
            return;
        }
        for (UUID commit : commits) {
            for (Question question : open.getOrDefault(commit, Set.of())) {
                question.seen = true;
                question.signal.wake();
            }
        }
    }

    /** This node's caches have applied something. */
    void moved() {
        open.values().forEach(questions -> questions.forEach(question -> question.signal.wake()));
    }

    /**
     * Blocks until the commit has come as far as asked for, or time is up.
     *
     * @param confirmed whether the writer has confirmed the commit
     * @param appliedHere whether this outbox is that writer, so that its caches have applied the commit
     */
    WaitOutcome await(Receipt receipt, boolean confirmed, boolean appliedHere, Wait wait, Duration within) {
        Question question = new Question(receipt, confirmed, appliedHere);
        UUID commitRef = receipt.commitRef();
        // Within the map's lock, else the set may be gone from it by the time the question is in it.
        open.compute(commitRef, (ref, questions) -> {
            Set<Question> set = questions == null ? ConcurrentHashMap.newKeySet() : questions;
            set.add(question);
            return set;
        });
        WaitOutcome outcome;
        try {
            outcome = ask(question, wait.until(), System.nanoTime(), within.toNanos());
        } finally {
            open.computeIfPresent(commitRef, (ref, questions) -> {
                questions.remove(question);
                return questions.isEmpty() ? null : questions;
            });
        }
        count(wait.until(), outcome.result());
        if (wait.strict() && outcome.result() == WaitOutcome.Result.TIMED_OUT) {
            throw new WaitTimeoutException(wait.until(), outcome);
        }
        return outcome;
    }

    private void count(Wait.Until until, WaitOutcome.Result result) {
        LongAdder count = ended.getOrDefault(until, Map.of()).get(result);
        if (count != null) {
            count.increment();
        }
    }

    private WaitOutcome ask(Question question, Wait.Until until, long start, long within) {
        long pause = SHORTEST_MILLIS;
        while (true) {
            Answer answer = look(question, until);
            long elapsed = System.nanoTime() - start;
            WaitOutcome outcome = outcome(answer, Duration.ofNanos(elapsed));
            if (outcome != null) {
                return outcome;
            }
            long left = TimeUnit.NANOSECONDS.toMillis(within - elapsed);
            if (left <= 0) {
                return new WaitOutcome(
                        WaitOutcome.Result.TIMED_OUT, answer.reason(), Duration.ofNanos(elapsed), answer.pending());
            }
            try {
                boolean woken = question.signal.sleep(Math.min(pause, left));
                pause = woken ? SHORTEST_MILLIS : Math.min(LONGEST_MILLIS, pause * 2);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return WaitOutcome.unknown("interrupted", Duration.ofNanos(System.nanoTime() - start));
            }
        }
    }

    /** A database that refuses is asked again for as long as there is time. */
    private Answer look(Question question, Wait.Until until) {
        if (until != Wait.Until.NONE && !question.receipt.namespace().equals(namespace)) {
            return Answer.unknown("the receipt is of namespace " + question.receipt.namespace());
        }
        try {
            return switch (until) {
                case NONE -> Answer.SATISFIED;
                case HANDED_OFF -> handedOff(question);
                case APPLIED_HERE -> appliedHere(question);
                case APPLIED_ON_ALL_NODES -> appliedOnAllNodes(question);
            };
        } catch (SQLException e) {
            Receipt receipt = question.receipt;
            return Answer.pending(e.toString(), receipt.events() + receipt.invalidations());
        }
    }

    private static @Nullable WaitOutcome outcome(Answer answer, Duration elapsed) {
        return switch (answer.kind()) {
            case SATISFIED -> WaitOutcome.satisfied(elapsed);
            case DEGRADED -> WaitOutcome.degraded(answer.reason(), elapsed, answer.pending());
            case UNKNOWN -> WaitOutcome.unknown(answer.reason(), elapsed);
            case PENDING -> null;
        };
    }

    /** Dead rows are reported at once: no more than degraded can come of it. */
    private Answer handedOff(Question question) throws SQLException {
        CommitTable.States states = commits.events(question.receipt.commitRef());
        if (states.rows() > 0) {
            question.seen = true;
        }
        if (states.dead() > 0) {
            return Answer.degraded("dead", states.dead() + states.pending());
        }
        if (states.pending() > 0) {
            return Answer.pending(states.pending());
        }
        return committed(question, question.receipt.events());
    }

    /** While a cache of this node is dirty, nothing is applied here. */
    private Answer appliedHere(Question question) throws SQLException {
        if (question.receipt.invalidations() > 0 && caches.isDirty()) {
            return Answer.pending(String.join("; ", caches.alerts()), question.receipt.invalidations());
        }
        if (question.appliedHere) {
            return Answer.SATISFIED;
        }
        Receipt receipt = question.receipt;
        if (caches.isEmpty() || receipt.invalidations() == 0) {
            return committed(question, receipt.invalidations());
        }
        InvalidationFollower running = follower;
        if (running == null) {
            return Answer.unknown("this node does not follow invalidations");
        }
        if (caches.found(receipt.commitRef()) >= receipt.invalidations()) {
            question.seen = true;
            return Answer.SATISFIED;
        }
        CommitNumbers commit = commit(question);
        if (commit == null || running.reached().covers(commit)) {
            return committed(question, receipt.invalidations());
        }
        running.hurry();
        return Answer.pending(receipt.invalidations());
    }

    /** Nodes that are not alive are left out: what they have missed, they find or forget when they come back. */
    private Answer appliedOnAllNodes(Question question) throws SQLException {
        Answer here = appliedHere(question);
        if (here.kind() != Answer.Kind.SATISFIED) {
            return here;
        }
        CommitNumbers commit = question.receipt.invalidations() == 0 ? null : commit(question);
        if (commit == null) {
            return Answer.SATISFIED;
        }
        Map<String, FeedPosition> others = presence.others();
        others.values().removeIf(position -> position.covers(commit));
        if (others.isEmpty()) {
            return Answer.SATISFIED;
        }
        wakeups.ask();
        return Answer.pending(others.size());
    }

    /** What to compare positions with; null if there is nothing of it, or nothing any more. */
    private @Nullable CommitNumbers commit(Question question) throws SQLException {
        Receipt receipt = question.receipt;
        if (snapshots) {
            return receipt.xid() == 0 ? null : new CommitNumbers(receipt.xid(), List.of());
        }
        List<Long> seqs = commits.invalidations(receipt.commitRef());
        if (seqs.isEmpty()) {
            return null;
        }
        question.seen = true;
        return new CommitNumbers(0, seqs);
    }

    /** Nothing is left to wait for, if there was anything at all. */
    private Answer committed(Question question, int pending) throws SQLException {
        if (question.isCommitted()) {
            return Answer.SATISFIED;
        }
        Receipt receipt = question.receipt;
        boolean rows = (receipt.invalidations() > 0
                        && !commits.invalidations(receipt.commitRef()).isEmpty())
                || (receipt.events() > 0 && commits.events(receipt.commitRef()).rows() > 0);
        if (rows) {
            question.seen = true;
            return Answer.SATISFIED;
        }
        return switch (commits.fate(receipt.xid())) {
            case COMMITTED -> Answer.SATISFIED;
            case RUNNING -> Answer.pending(pending);
            case ROLLED_BACK -> Answer.unknown("the transaction was rolled back");
            case UNKNOWN -> Answer.unknown(NO_EVIDENCE);
        };
    }

    /** State of one wait that is going on, and what it has found out so far. */
    private static final class Question {

        final Receipt receipt;
        /** Whether the writer's process has said that the commit happened. */
        final boolean confirmed;
        /** Whether this process was that writer, and has applied the commit to its caches. */
        final boolean appliedHere;

        final Wakeup signal = new Wakeup();
        /** Rows of the commit were seen, so it happened. */
        volatile boolean seen;

        Question(Receipt receipt, boolean confirmed, boolean appliedHere) {
            this.receipt = receipt;
            this.confirmed = confirmed;
            this.appliedHere = appliedHere;
        }

        boolean isCommitted() {
            return confirmed || seen;
        }
    }

    /** Result of one look. */
    private record Answer(Kind kind, String reason, int pending) {

        enum Kind {
            SATISFIED,
            DEGRADED,
            UNKNOWN,
            PENDING
        }

        static final Answer SATISFIED = new Answer(Kind.SATISFIED, "", 0);

        static Answer degraded(String reason, int pending) {
            return new Answer(Kind.DEGRADED, reason, pending);
        }

        static Answer unknown(String reason) {
            return new Answer(Kind.UNKNOWN, reason, 0);
        }

        static Answer pending(int count) {
            return pending("", count);
        }

        static Answer pending(String reason, int count) {
            return new Answer(Kind.PENDING, reason, count);
        }
    }
}
