package dev.leat.engine.model;

import dev.leat.testkit.Seeds;
import org.junit.jupiter.api.Tag;

/** Random lives of a few queues, each answer and each state compared with the model's. */
class QueueModelTest {

    @Tag("checklist-22")
    @Seeds(200)
    void queuesDoWhatTheModelDoes(long seed) {
        new QueueLife(seed, false).live(100);
    }

    @Tag("checklist-22")
    @Seeds(100)
    void queuesAreTheSameAfterEveryRestart(long seed) {
        new QueueLife(seed, true).live(100);
    }
}
