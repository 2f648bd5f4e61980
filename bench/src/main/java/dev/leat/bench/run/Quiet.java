package dev.leat.bench.run;

/** Waits for what a run left behind (a checkpoint, a collection), so that it is not charged to the next one. */
public final class Quiet {
    private static final int LONGEST_LOOKS = 200;
    private static final double IDLE = 0.1;

    private Quiet() {}

    public static void await() throws InterruptedException {
        int quietLooks = 0;
        for (int look = 0; look < LONGEST_LOOKS && quietLooks < 2; look++) {
            Meter meter = Meter.start();
            Thread.sleep(100);
            Sample sample = meter.stop(1);
            quietLooks = sample.cpuSeconds() < IDLE * sample.seconds() ? quietLooks + 1 : 0;
        }
    }
}
