package dev.leat.outbox.spi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/** Rule of retries: when a row that failed is tried again, and when it is given up. Immutable. */
public final class Retry {

    /** Consequence of an error for the row. */
    public enum Verdict {
        /** Try again later, until the attempts are used up. */
        RETRY,
        /** Try again later however often: it is unknown whether the target has the row. */
        RETRY_FOREVER,
        /** Trying again cannot help. */
        DEAD
    }

    /** Twelve attempts, from 200 ms to 5 minutes apart, with jitter. */
    public static final Retry DEFAULT = exponential(Duration.ofMillis(200), Duration.ofMinutes(5))
            .fullJitter()
            .maxAttempts(12);

    private final Duration first;
    private final Duration longest;
    private final boolean jitter;
    private final int maxAttempts;
    private final Function<Throwable, Verdict> classifier;

    private Retry(
            Duration first,
            Duration longest,
            boolean jitter,
            int maxAttempts,
            Function<Throwable, Verdict> classifier) {
        this.first = first;
        this.longest = longest;
        this.jitter = jitter;
        this.maxAttempts = maxAttempts;
        this.classifier = classifier;
    }

    /** Waits twice as long after each attempt, up to {@code longest}. */
    public static Retry exponential(Duration first, Duration longest) {
        if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("needs 0 < first <= longest, not " + first + " and " + longest);
        }
        return new Retry(first, longest, false, 12, Retry::usual);
    }

    /** What the outbox's own sinks say is believed; of everything else nothing is known. */
    private static Verdict usual(Throwable error) {
        return error instanceof RefusedException
                ? Verdict.DEAD
                : error instanceof UnansweredException ? Verdict.RETRY_FOREVER : Verdict.RETRY;
    }

    /** Waits a random part of the time, so that what failed together does not return together. */
    public Retry fullJitter() {
        return new Retry(first, longest, true, maxAttempts, classifier);
    }

    /** Returns the rule with another number of attempts, after which a row is dead. */
    public Retry maxAttempts(int attempts) {
        if (attempts < 1) {
            throw new IllegalArgumentException("at least one attempt, not " + attempts);
        }
        return new Retry(first, longest, jitter, attempts, classifier);
    }

    /** A row that fails with such an error, or because of one, is dead at once. */
    public Retry never(Class<? extends Throwable> fatal) {
        return classify(
                error -> causes(error).stream().anyMatch(fatal::isInstance) ? Verdict.DEAD : classifier.apply(error));
    }

    /** Replaces every earlier rule about errors. */
    public Retry classify(Function<Throwable, Verdict> rule) {
        return new Retry(first, longest, jitter, maxAttempts, rule);
    }

    /** Returns how many attempts a row has. */
    public int maxAttempts() {
        return maxAttempts;
    }

    /** Whether a row is given up after this attempt. */
    public boolean isDead(Throwable error, int attempt) {
        return switch (classifier.apply(error)) {
            case DEAD -> true;
            case RETRY -> attempt >= maxAttempts;
            case RETRY_FOREVER -> false;
        };
    }

    /** How long to wait after an attempt, counted from 1. */
    public Duration delay(int attempt) {
        int doublings = Math.min(Math.max(attempt, 1) - 1, 40);
        long most = (long) Math.min((double) longest.toMillis(), first.toMillis() * Math.pow(2, doublings));
        return Duration.ofMillis(jitter ? ThreadLocalRandom.current().nextLong(most + 1) : most);
    }

    private static List<Throwable> causes(Throwable error) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable cause = error; cause != null && causes.size() < 20; cause = cause.getCause()) {
            causes.add(cause);
        }
        return causes;
    }
}
