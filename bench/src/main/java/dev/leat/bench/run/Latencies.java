package dev.leat.bench.run;

import java.util.Arrays;

/** Every latency of a window; nothing is averaged away. */
public final class Latencies {
    private long[] nanos = new long[1 << 12];
    private int count;
    private boolean sorted;

    public void add(long elapsed) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = elapsed;
        sorted = false;
    }

    /** Those of several threads. */
    public static Latencies all(Iterable<Latencies> parts) {
        Latencies all = new Latencies();
        for (Latencies part : parts) {
            for (int i = 0; i < part.count; i++) {
                all.add(part.nanos[i]);
            }
        }
        return all;
    }

    public int count() {
        return count;
    }

    public void clear() {
        count = 0;
    }

    /** The latency that a part of all does not exceed; NaN if there are none. */
    public double millis(double part) {
        if (count == 0) {
            return Double.NaN;
        }
        if (!sorted) {
            Arrays.sort(nanos, 0, count);
            sorted = true;
        }
        return nanos[(int) Math.ceil(part * count) - 1] / 1e6;
    }
}
