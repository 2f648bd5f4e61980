package dev.leat.bench.run;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Time, CPU time and allocation of the whole process since its start. */
public final class Meter {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final long allocated = THREADS.getTotalThreadAllocatedBytes();
    private final long cpu = SYSTEM.getProcessCpuTime();
    private final long time = System.nanoTime();

    private Meter() {}

    public static Meter start() {
        return new Meter();
    }

    /** The cost of a number of things since the start. */
    public Sample stop(long count) {
        double seconds = (System.nanoTime() - time) / 1e9;
        double cpuSeconds = (SYSTEM.getProcessCpuTime() - cpu) / 1e9;
        return new Sample(count, seconds, cpuSeconds, THREADS.getTotalThreadAllocatedBytes() - allocated);
    }

    /** What the heap holds after everything unreachable is gone. */
    public static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
