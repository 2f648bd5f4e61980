package dev.leat.bench.queue;

/** Names of queues that are not in use. */
final class QueueNames {
    private final String prefix = "leat-bench-" + Long.toString(System.currentTimeMillis(), 36) + "-";
    private int next;

    String next() {
        return prefix + next++;
    }
}
