package dev.leat.engine.subscription;

import java.util.HexFormat;

/**
 * Numbers that look random and follow from what is decided: the names of wakes, and how retries are spread. Neither is a
 * secret; they only have to differ.
 */
final class DerivedRandom {
    private static final HexFormat HEX = HexFormat.of();
    private static final long FIRST_RETRY_MILLIS = 1000;
    private static final long LAST_RETRY_MILLIS = 60_000;
    private static final int MOST_DOUBLINGS = 6;

    private DerivedRandom() {}

    static String wakeId(long number, long generation, long time) {
        long a = mixed(number ^ mixed(generation));
        long b = mixed(a ^ time);
        return "w_" + HEX.toHexDigits(a) + HEX.toHexDigits((int) b);
    }

    /** How long to wait after a failed attempt: twice as long as after the one before, a fifth more or less. */
    static long retryMillis(long number, long generation, int attempt) {
        int doublings = Math.min(MOST_DOUBLINGS, attempt - 1);
        long wait = Math.min(LAST_RETRY_MILLIS, FIRST_RETRY_MILLIS << doublings);
        long spread = wait / 5;
        long roll = mixed(number ^ mixed(generation ^ mixed(attempt)));
        return wait - spread + Math.floorMod(roll, 2 * spread + 1);
    }

    /** Scatters the bits, as a generator does between two numbers. */
    private static long mixed(long bits) {
        long z = bits + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
