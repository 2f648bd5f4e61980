package dev.leat.storage.journal;

/** Uninterruptible join of a thread. */
final class ThreadJoin {
    private ThreadJoin() {}

    static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
