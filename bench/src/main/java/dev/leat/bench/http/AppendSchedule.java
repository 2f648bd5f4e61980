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

    /** How a message begins, so that it can be told in whatever it arrives in. */
    static String mark(int number) {
        return String.format("%c%0" + DIGITS + "d", MARK, number);
    }

    /** A message is on its way; its number. */
    int sent(long dueAt) {
        if (sent == due.length) {
            due = Arrays.copyOf(due, 2 * sent);
        }
        due[sent] = dueAt;
        return sent++;
    }

    /** The message sent last is durable. */
    void acknowledged(String tail) {
        while (tails.size() < sent - 1) {
            tails.add(this.tails.getLast()); // of one that failed it is unknown
        }
        tails.add(tail);
    }

    /** From here on deliveries count. */
    void begin() {
        begun = sent;
        latencies.clear();
    }

    /** How many were sent since. */
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
