package dev.leat.bench;

/** What one run did and what it took. */
record Sample(long count, double seconds, double cpuSeconds, long allocatedBytes) {

    double perSecond() {
        return count / seconds;
    }

    double cpuMicrosEach() {
        return cpuSeconds * 1e6 / count;
    }

    double allocatedEach() {
        return (double) allocatedBytes / count;
    }
}
