package dev.leat.engine;

import dev.leat.testkit.Seeds;

/** Random lives of a few queues, each answer and each state compared with the model's. */
class QueueModelTest {

    @Seeds(200)
    void queuesDoWhatTheModelDoes(long seed) {
        new QueueLife(seed, false).live(100);
    }

    @Seeds(100)
    void queuesAreTheSameAfterEveryRestart(long seed) {
        new QueueLife(seed, true).live(100);
    }
}
