package dev.leat.bench.run;

/**
 * Measurements of one stretch of time.
 *
 * @param figure the one that counts, in the unit of its line
 * @param p50 the middle latency in milliseconds; NaN if there is none
 * @param p99 the latency that one in a hundred exceeds, in milliseconds
 * @param refused how many answers were not 2xx, or did not come
 * @param delivered which part of what had to arrive did
 * @param clientCores how many processors the generator itself kept busy
 */
public record Window(double figure, double p50, double p99, long refused, double delivered, double clientCores) {

    public static Window ofRate(double figure, Latencies latencies, long refused, double clientCores) {
        return new Window(figure, latencies.millis(0.5), latencies.millis(0.99), refused, 1, clientCores);
    }

    /** A figure without latencies. */
    public static Window of(double figure, long refused) {
        return new Window(figure, Double.NaN, Double.NaN, refused, 1, 0);
    }
}
