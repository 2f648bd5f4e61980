package dev.leat.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.CreateGroupResult;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageInfo.State;
import dev.leat.api.queue.PurgeScope;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.queue.TaskInfo;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.engine.model.QueueModel.Group;
import dev.leat.engine.model.QueueModel.Message;
import dev.leat.engine.model.QueueModel.Queue;
import dev.leat.engine.model.QueueModelRedrive.Redriven;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** What somebody who looks after queues does in a {@link QueueLife}. */
final class QueueChores {
    private final QueueLife life;
    private final QueueRig rig;
    private final Random random;

    QueueChores(QueueLife life) {
        this.life = life;
        this.rig = life.rig;
        this.random = life.random;
    }

    void any() {
        Queue queue = life.anyQueue();
        switch (random.nextInt(14)) {
            case 0, 1 -> cancel(queue);
            case 2, 3 -> purge(queue);
            case 4, 5 -> pause(queue);
            case 6, 7, 8, 9 -> group(queue);
            default -> redrive();
        }
    }

    private <T> T anyOf(java.util.Collection<T> all) {
        return life.choices.any(all);
    }

    private void cancel(Queue queue) {
        if (queue.messages.isEmpty()) {
            return;
        }
        Message message = anyOf(queue.messages.values());
        if (queue.messages.values().stream()
                        .filter(m -> m.id.equals(message.id))
                        .count()
                > 1) {
            return; // the id of a fan-out message that failed in two groups means both
        }
        boolean force = random.nextBoolean();
        life.tell("cancel " + queue.name + " " + message.seq + " force " + force);
        Found<QueueOutcome.Cancelled> found = rig.sent(new QueueCommand.Cancel(queue.name, message.id, force));
        String expected = life.ops.cancel(queue, message, force);
        assertThat(found.outcome == null ? QueueShown.rejection(found.rejection) : "Cancelled")
                .isEqualTo(expected);
        if (expected.equals("Cancelled")) {
            assertThat(QueueShown.rejection(rig.refusal(new QueueCommand.Cancel(queue.name, message.id, true))))
                    .isEqualTo("MessageNotFound");
        }
    }

    private void purge(Queue queue) {
        var scope = anyOf(List.of(PurgeScope.values()));
        Group only = random.nextInt(3) == 0 ? anyOf(queue.groups.values()) : null;
        life.tell("purge " + queue.name + " " + scope + " " + (only == null ? "" : only.name));
        long found = rig.call(new QueueCommand.Purge(queue.name, scope, only == null ? null : only.name))
                .messages();
        assertThat(found).as("purged").isEqualTo(life.ops.purge(queue, scope, only));
    }

    private void pause(Queue queue) {
        Group group = random.nextBoolean() ? anyOf(queue.groups.values()) : null;
        boolean paused = random.nextInt(3) == 0;
        life.tell("pause " + queue.name + " " + (group == null ? "" : group.name) + " " + paused);
        rig.call(new QueueCommand.Pause(queue.name, group == null ? null : group.name, paused));
        if (group == null) {
            queue.paused = paused;
        } else {
            group.paused = paused;
        }
    }

    // ---- groups

    private void group(Queue queue) {
        if (!queue.isFanout()) {
            assertThat(QueueShown.rejection(rig.refusal(
                            new QueueCommand.CreateGroup(queue.name, GroupName.of("more"), GroupStart.HEAD))))
                    .isEqualTo("BadArgument");
            return;
        }
        Group group = anyOf(queue.groups.values());
        switch (random.nextInt(3)) {
            case 0 -> createGroup(queue);
            case 1 -> seek(group);
            default -> deleteGroup(group);
        }
    }

    private static long from(Queue queue, GroupStart start) {
        return switch (start) {
            case GroupStart.Head head -> 0;
            case GroupStart.Tail tail -> queue.nextSeq;
            case GroupStart.Seq seq -> seq.seq();
            case GroupStart.Timestamp timestamp ->
                queue.messages.values().stream()
                        .filter(m -> m.enqueuedAt >= timestamp.moment().toEpochMilli())
                        .mapToLong(m -> m.seq)
                        .min()
                        .orElse(queue.nextSeq);
        };
    }

    /** After a restart the engine learns for whom a message is when it reads it, so a group does not begin before such a one. */
    private GroupStart anyStart(Queue queue) {
        boolean chosen = queue.messages.values().stream().anyMatch(m -> !m.only.isEmpty());
        return switch (life.model.restarted && chosen ? 1 : random.nextInt(4)) {
            case 0 -> GroupStart.HEAD;
            case 1 -> GroupStart.TAIL;
            case 2 -> new GroupStart.Seq(Math.max(0, queue.nextSeq - random.nextInt(8)));
            default -> new GroupStart.Timestamp(Instant.ofEpochMilli(life.model.now - random.nextInt(20_000)));
        };
    }

    private void createGroup(Queue queue) {
        GroupName name = anyOf(RandomQueues.PASSING);
        GroupStart start = anyStart(queue);
        String kind = start.getClass().getSimpleName();
        Group there = queue.groups.get(name);
        life.tell("create group " + queue.name + " " + name + " " + start);
        Found<CreateGroupResult> found = rig.sent(new QueueCommand.CreateGroup(queue.name, name, start));
        if (there != null && !there.start.equals(kind)) {
            assertThat(QueueShown.rejection(found.rejection)).isEqualTo("GroupExists");
            return;
        }
        assertThat(QueueLife.answer(found).isNew()).isEqualTo(there == null);
        if (there == null) {
            life.ops.createGroup(queue, new Group(queue, name, kind, from(queue, start)));
        }
    }

    private void seek(Group group) {
        GroupStart start = anyStart(group.queue);
        boolean force = random.nextBoolean();
        life.tell("seek " + group.queue.name + " " + group.name + " " + start + " force " + force);
        Found<QueueOutcome.GroupMoved> found =
                rig.sent(new QueueCommand.SeekGroup(group.queue.name, group.name, start, force));
        if (!force && group.in(State.LEASED) > 0) {
            assertThat(QueueShown.rejection(found.rejection)).isEqualTo("InUse");
        } else {
            QueueLife.answer(found);
            life.ops.seek(group, from(group.queue, start));
        }
    }

    private void deleteGroup(Group group) {
        if (RandomQueues.LASTING.contains(group.name)) {
            return;
        }
        boolean force = random.nextBoolean();
        life.tell("delete group " + group.queue.name + " " + group.name + " force " + force);
        Found<QueueOutcome.GroupDeleted> found =
                rig.sent(new QueueCommand.DeleteGroup(group.queue.name, group.name, force));
        if (!force && group.in(State.LEASED) > 0) {
            assertThat(QueueShown.rejection(found.rejection)).isEqualTo("InUse");
            return;
        }
        QueueLife.answer(found);
        life.ops.deleteGroup(group);
        for (QueueConsumers.Waiter waiter : life.consumers.waiters) {
            if (waiter.group() == group) {
                assertThat(QueueShown.rejection(waiter.found().rejection)).isEqualTo("GroupNotFound");
            }
        }
        life.consumers.waiters.removeIf(waiter -> waiter.group() == group);
    }

    // ---- dead letters

    private void redrive() {
        Group dead = anyOf(life.choices.deadLetters(life.model).groups.values());
        Queue to = random.nextInt(4) == 0 ? life.model.queue(RandomQueues.WORK) : null;
        long limit = random.nextInt(4) == 0 ? 1 + random.nextInt(2) : 0;
        long upTo = dead.queue.nextSeq;
        if (isUnclear(dead.queue, to)) {
            return;
        }
        life.tell("redrive " + dead.queue.name + " to " + (to == null ? "home" : to.name) + " limit " + limit);
        TaskInfo begun = rig.call(
                new QueueCommand.Redrive(dead.queue.name, RedriveFilter.ALL, limit, 0, to == null ? null : to.name));
        life.advance(1); // the moment in which it goes on by itself
        Redriven expected = new QueueModelRedrive(life.model).run(dead, to, limit, upTo);
        life.consumers.catchUp();
        life.pass(2);
        TaskInfo done = rig.ask(new QueueQuery.Task(begun.task()));
        assertThat(new Redriven(done.moved(), done.skipped(), done.state() == TaskInfo.State.RUNNING))
                .isEqualTo(expected);
        if (expected.held()) {
            rig.call(new QueueCommand.CancelTask(dead.queue.name, begun.task()));
        } else {
            assertThat(done.total()).isEqualTo(done.moved() + done.skipped());
        }
    }

    /** Whether a dead letter may be refused on another shard, while others that were behind it are on their way. */
    private boolean isUnclear(Queue dead, @Nullable Queue to) {
        boolean near = dead.name.value().startsWith("{same}");
        return dead.messages.values().stream().anyMatch(message -> {
            QueueModel.Entry past = message.origin == null ? null : message.origin.entry();
            Queue target = to != null ? to : past == null ? null : past.message.queue;
            boolean gone = to == null && past != null && !past.message.queue.groups.containsKey(past.group.name);
            return target != null
                    && !(near && target.name.equals(RandomQueues.WORK))
                    && (gone || target.config.maxMessages() > 0 || target.config.maxBytes() > 0);
        });
    }
}
