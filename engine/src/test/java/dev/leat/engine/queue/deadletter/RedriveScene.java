package dev.leat.engine.queue.deadletter;

import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.queue.TaskInfo;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.engine.shard.Placement;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A queue and its dead letters, on the same shard or on another. */
abstract class RedriveScene {
    static final String JOBS = "{t}jobs";
    static final String BESIDE = "{t}dead";
    static final String ELSEWHERE = elsewhere();

    QueueRig rig = new QueueRig();

    static String elsewhere() {
        int home = Placement.shard("t", QueueRig.SHARDS);
        int number = 0;
        while (Placement.shard("dead-" + number, QueueRig.SHARDS) == home) {
            number++;
        }
        return "dead-" + number;
    }

    static List<String> deadLetterQueues() {
        return List.of(BESIDE, ELSEWHERE);
    }

    void create(String dead) {
        rig.create(dead, QueueConfig.work());
        rig.create(JOBS, jobs(dead).build());
    }

    static QueueConfigBuilder jobs(String dead) {
        return QueueConfig.work().toBuilder()
                .deadLetter(QueueName.of(dead))
                .maxAttempts(1)
                .retryBackoff(Backoff.NONE);
    }

    /** Makes as many dead letters. */
    void dead(int count) {
        for (int i = 0; i < count; i++) {
            rig.enqueue(JOBS, Integer.toString(i));
            fail(JOBS);
        }
    }

    void fail(String queue) {
        rig.nack(queue, rig.receive(queue).deliveryId());
    }

    TaskInfo redrive(String dead, RedriveFilter filter, long limit, double perSecond, @Nullable String to) {
        TaskInfo task = rig.call(new QueueCommand.Redrive(
                QueueName.of(dead), filter, limit, perSecond, to == null ? null : QueueName.of(to)));
        for (int i = 0; i < 20; i++) {
            rig.advance(Duration.ofMillis(1));
        }
        return task;
    }

    TaskInfo info(TaskInfo task) {
        return rig.ask(new QueueQuery.Task(task.task()));
    }

    static Provenance past(Delivery letter) {
        return Objects.requireNonNull(letter.provenance());
    }
}
