package dev.leat.bench.http;

import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.Latencies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The messages that were appended, by number: when each was due, and where the stream went on after it. */
final class AppendSchedule {
    static final char MARK = '@';
    static final int DIGITS = 8;

    private final Latencies latencies = new Latencies();
    private final List<String> tails = new ArrayList<>();
    private long[] due = new long[1024];
    private int sent;
    private int begun;

    /** Returns the beginning of a message, by which it is found in an answer. */
    static String mark(int number) {
        return String.format("%c%0" + DIGITS + "d", MARK, number);
    }

    /** Records that a message is sent; returns its number. */
    int sent(long dueAt) {
        if (sent == due.length) {
            due = Arrays.copyOf(due, 2 * sent);
        }
        due[sent] = dueAt;
        return sent++;
    }

    /** Records that the last sent message is durable. */
    void acknowledged(String tail) {
        while (tails.size() < sent - 1) {
            tails.add(this.tails.getLast()); // of one that failed it is unknown
        }
        tails.add(tail);
    }

    /** Counts deliveries from now on. */
    void begin() {
        begun = sent;
        latencies.clear();
    }

    /** Returns how many messages were sent since {@link #begin}. */
    int sentSince() {
        return sent - begun;
    }

    int nextNumber() {
        return sent;
    }

    /** Notes that a message reached a follower for the first time. */
    void delivered(int number) {
        if (number >= sent) {
            throw new BenchException("message " + number + " arrived, and only " + sent + " were sent");
        }
        if (number >= begun) {
            latencies.add(System.nanoTime() - due[number]);
        }
    }

    Latencies latencies() {
        return latencies;
    }

    /** Returns where a follower that waits for a message reads on; at most a little earlier. */
    String offsetOf(int number) {
        return tails.get(Math.min(number, tails.size()) - 1);
    }
}
