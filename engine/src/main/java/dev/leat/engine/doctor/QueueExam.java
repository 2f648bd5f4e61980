package dev.leat.engine.doctor;

import dev.leat.engine.queue.QueueStoreCheck;
import dev.leat.storage.store.Store;

/** Whether what the store says about queues holds together. */
final class QueueExam {
    private final Findings findings;
    private final int shards;

    QueueExam(Findings findings, int shards) {
        this.findings = findings;
        this.shards = shards;
    }

    void stored(Store store) {
        new QueueStoreCheck(store, shards, this::problem).examine();
    }

    private void problem(String what) {
        findings.problem(what, "the queue: messages may be missing, or delivered again", Findings.RESTORE);
    }
}
