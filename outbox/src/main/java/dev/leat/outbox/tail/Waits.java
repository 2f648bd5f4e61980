package dev.leat.outbox.tail;

import dev.leat.outbox.Outcome;
import dev.leat.outbox.Receipt;
import dev.leat.outbox.Wait;
import dev.leat.outbox.WaitTimeoutException;
import dev.leat.outbox.tail.Question.Answer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lets callers wait for a commit. Looks again when this process has moved, otherwise every 20 to 200 ms. */
final class Waits {

    private static final long SHORTEST_MILLIS = 20;
    private static final long LONGEST_MILLIS = 200;

    private final String namespace;
    private final Answers answers;
    private final TailCounters counters;
    private final Map<UUID, Set<Question>> open = new ConcurrentHashMap<>();

    Waits(String namespace, Answers answers, TailCounters counters) {
        this.namespace = namespace;
        this.answers = answers;
        this.counters = counters;
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

    Outcome await(Question question, Wait wait, Duration within) {
        UUID commitRef = question.receipt.commitRef();
        // Within the map's lock, else the set may be gone from it by the time the question is in it.
        open.compute(commitRef, (ref, questions) -> {
            Set<Question> set = questions == null ? ConcurrentHashMap.newKeySet() : questions;
            set.add(question);
            return set;
        });
        Outcome outcome;
        try {
            outcome = ask(question, wait.until(), System.nanoTime(), within.toNanos());
        } finally {
            open.computeIfPresent(commitRef, (ref, questions) -> {
                questions.remove(question);
                return questions.isEmpty() ? null : questions;
            });
        }
        counters.waited(wait.until(), outcome.result());
        if (wait.strict() && outcome.result() == Outcome.Result.TIMED_OUT) {
            throw new WaitTimeoutException(wait.until(), outcome);
        }
        return outcome;
    }

    private Outcome ask(Question question, Wait.Until until, long start, long within) {
        long pause = SHORTEST_MILLIS;
        while (true) {
            Answer answer = look(question, until);
            long elapsed = System.nanoTime() - start;
            Outcome outcome = outcome(answer, Duration.ofNanos(elapsed));
            if (outcome != null) {
                return outcome;
            }
            long left = TimeUnit.NANOSECONDS.toMillis(within - elapsed);
            if (left <= 0) {
                return new Outcome(
                        Outcome.Result.TIMED_OUT, answer.reason(), Duration.ofNanos(elapsed), answer.pending());
            }
            try {
                boolean woken = question.signal.sleep(Math.min(pause, left));
                pause = woken ? SHORTEST_MILLIS : Math.min(LONGEST_MILLIS, pause * 2);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Outcome.unknown("interrupted", Duration.ofNanos(System.nanoTime() - start));
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
                case HANDED_OFF -> answers.handedOff(question);
                case APPLIED_HERE -> answers.appliedHere(question);
                case APPLIED_ON_ALL_NODES -> answers.appliedOnAllNodes(question);
            };
        } catch (SQLException e) {
            Receipt receipt = question.receipt;
            return Answer.pending(e.toString(), receipt.events() + receipt.invalidations());
        }
    }

    private static @Nullable Outcome outcome(Answer answer, Duration elapsed) {
        return switch (answer.kind()) {
            case SATISFIED -> Outcome.satisfied(elapsed);
            case DEGRADED -> Outcome.degraded(answer.reason(), elapsed, answer.pending());
            case UNKNOWN -> Outcome.unknown(answer.reason(), elapsed);
            case PENDING -> null;
        };
    }
}
