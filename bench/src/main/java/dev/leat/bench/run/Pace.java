package dev.leat.bench.run;

/**
 * Durations of a run.
 *
 * @param warmup the load that is not counted, in seconds
 * @param seconds the length of a window
 * @param rounds how many windows each contender has
 */
public record Pace(double warmup, double seconds, int rounds) {

    /** Of something like what was just measured: it is warm already. */
    public Pace warmed() {
        return new Pace(warmup / 4, seconds, rounds);
    }

    /** For what can be seen only once. */
    public Pace once() {
        return new Pace(0, seconds, 1);
    }
}
