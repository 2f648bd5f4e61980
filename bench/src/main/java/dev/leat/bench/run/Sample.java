package dev.leat.bench.run;

/** Result of one run: what it did and what it took. */
public record Sample(long count, double seconds, double cpuSeconds, long allocatedBytes) {

    public double perSecond() {
        return count / seconds;
    }

    public double cpuMicrosEach() {
        return cpuSeconds * 1e6 / count;
    }

    public double allocatedEach() {
        return (double) allocatedBytes / count;
    }
}
