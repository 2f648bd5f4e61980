package dev.leat.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.spi.QueueCommand;
import dev.leat.engine.model.QueueModel.Group;
import dev.leat.engine.model.QueueModel.Queue;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One random life of an engine with queues, and its model beside it. After each step both say the same. */
final class QueueLife {
    final Random random;
    final boolean restarts;
    final QueueRig rig = new QueueRig();
    final QueueModel model = new QueueModel(rig.clock.millis());
    final QueueModelOps ops = new QueueModelOps(model);
    final RandomQueues choices;
    final QueueConsumers consumers;
    final QueueComparison comparison = new QueueComparison(this);
    private final QueueProducers producers;
    private final QueueChores chores;
    private final List<String> told = new ArrayList<>();

    QueueLife(long seed, boolean restarts) {
        this.random = new Random(seed);
        this.restarts = restarts;
        this.choices = new RandomQueues(random);
        this.consumers = new QueueConsumers(this);
        this.producers = new QueueProducers(this);
        this.chores = new QueueChores(this);
        choices.configs().forEach((name, config) -> {
            rig.call(new QueueCommand.CreateQueue(name, config));
            Queue queue = new Queue(name, config, rig.info(name.value()).nextSeq());
            model.queues.put(name, queue);
            for (GroupName group : queue.isFanout() ? RandomQueues.LASTING : List.of(GroupName.DEFAULT)) {
                if (queue.isFanout()) {
                    rig.call(new QueueCommand.CreateGroup(name, group, GroupStart.HEAD));
                }
                queue.groups.put(group, new Group(queue, group, "Head", 0));
            }
        });
    }

    void live(int steps) {
        try {
            comparison.compare();
            for (int i = 0; i < steps; i++) {
                step();
                consumers.catchUp();
                comparison.compare();
            }
        } catch (AssertionError e) {
            throw new AssertionError(
                    String.join("\n", told.subList(Math.max(0, told.size() - 40), told.size())) + "\n" + e.getMessage(),
                    e);
        }
    }

    private void step() {
        int kind = random.nextInt(100);
        if (kind < 25) {
            producers.enqueue(anyQueue());
        } else if (kind < 42) {
            consumers.receive(anyGroup());
        } else if (kind < 45) {
            consumers.pop(anyQueue());
        } else if (kind < 66) {
            consumers.settle();
        } else if (kind < 69) {
            consumers.claim(anyGroup());
        } else if (kind < 83) {
            chores.any();
        } else if (kind < 94) {
            pass(1 + random.nextInt(random.nextBoolean() ? 1500 : 9000));
        } else if (kind < 97) {
            tell("checkpoint");
            rig.checkpoint();
        } else if (restarts) {
            restart();
        }
    }

    void tell(String what) {
        told.add((model.now % 10_000_000) + " " + what);
    }

    Queue anyQueue() {
        return choices.any(model.queues.values());
    }

    private Group anyGroup() {
        return choices.any(anyQueue().groups.values());
    }

    static <O> O answer(Found<O> found) {
        assertThat(found.outcome).as("an answer, not %s", found.rejection).isNotNull();
        return found.outcome;
    }

    void pass(long millis) {
        long target = model.now + millis;
        while (model.now < target) {
            long waiting = consumers.waiters.stream()
                    .mapToLong(QueueConsumers.Waiter::until)
                    .min()
                    .orElse(Long.MAX_VALUE);
            long next = Math.min(target, Math.min(waiting, model.nextMoment()));
            tell("until " + next % 10_000_000);
            advance(next - model.now);
            consumers.catchUp();
        }
    }

    void advance(long millis) {
        rig.advance(Duration.ofMillis(millis));
        model.advanceTo(model.now + millis);
    }

    /** Those who wait hear nothing any more; and how often nothing was enqueued is counted anew. */
    private void restart() {
        tell("restart");
        consumers.waiters.clear();
        rig.restart();
        model.restarted = true;
        for (Queue queue : model.queues.values()) {
            queue.groups
                    .values()
                    .forEach(group -> group.ended.replaceAll(
                            (seq, ended) -> new QueueModel.Ended(ended.how(), ended.copy(), false)));
            queue.duplicates = 0;
            queue.counted.clear();
            comparison.checkLeases(queue);
        }
    }
}
