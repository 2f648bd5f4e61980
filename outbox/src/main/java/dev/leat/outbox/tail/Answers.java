package dev.leat.outbox.tail;

import dev.leat.outbox.Receipt;
import dev.leat.outbox.tail.Question.Answer;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far a commit has come. That nothing of it is left is no proof: it may be done, or may never have been. So nothing is
 * satisfied unless the writer has confirmed the commit, rows of it were seen, or the database says what became of it.
 */
final class Answers {

    private static final String NO_EVIDENCE =
            "nothing of this commit is there: it may be done, or may never have happened";

    private final CommitTable commits;
    private final Caches caches;
    private final Presence presence;
    private final Wakeups wakeups;
    private final boolean snapshots;
    /** Null as long as this node does not follow invalidations. */
    private volatile @Nullable Follower follower;

    Answers(CommitTable commits, Caches caches, Presence presence, Wakeups wakeups, boolean snapshots) {
        this.commits = commits;
        this.caches = caches;
        this.presence = presence;
        this.wakeups = wakeups;
        this.snapshots = snapshots;
    }

    void follow(@Nullable Follower running) {
        follower = running;
    }

    /** Dead rows are reported at once: no more than degraded can come of it. */
    Answer handedOff(Question question) throws SQLException {
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
    Answer appliedHere(Question question) throws SQLException {
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
        Follower running = follower;
        if (running == null) {
            return Answer.unknown("this node does not follow invalidations");
        }
        if (caches.found(receipt.commitRef()) >= receipt.invalidations()) {
            question.seen = true;
            return Answer.SATISFIED;
        }
        Commit commit = commit(question);
        if (commit == null || running.reached().covers(commit)) {
            return committed(question, receipt.invalidations());
        }
        running.hurry();
        return Answer.pending(receipt.invalidations());
    }

    /** Nodes that are not alive are left out: what they have missed, they find or forget when they come back. */
    Answer appliedOnAllNodes(Question question) throws SQLException {
        Answer here = appliedHere(question);
        if (here.kind() != Answer.Kind.SATISFIED) {
            return here;
        }
        Commit commit = question.receipt.invalidations() == 0 ? null : commit(question);
        if (commit == null) {
            return Answer.SATISFIED;
        }
        Map<String, Position> others = presence.others();
        others.values().removeIf(position -> position.covers(commit));
        if (others.isEmpty()) {
            return Answer.SATISFIED;
        }
        wakeups.ask();
        return Answer.pending(others.size());
    }

    /** What to compare positions with; null if there is nothing of it, or nothing any more. */
    private @Nullable Commit commit(Question question) throws SQLException {
        Receipt receipt = question.receipt;
        if (snapshots) {
            return receipt.xid() == 0 ? null : new Commit(receipt.xid(), List.of());
        }
        List<Long> seqs = commits.invalidations(receipt.commitRef());
        if (seqs.isEmpty()) {
            return null;
        }
        question.seen = true;
        return new Commit(0, seqs);
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
}
