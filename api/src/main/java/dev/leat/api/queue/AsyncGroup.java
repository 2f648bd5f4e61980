package dev.leat.api.queue;

import dev.leat.api.spi.Engine;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import java.util.concurrent.CompletionStage;

/** A group of a fan-out queue, for code that must not wait: the twin of {@link MessageGroup}. */
public final class AsyncGroup {
    private final Engine engine;
    private final QueueName queue;
    private final GroupName name;

    AsyncGroup(Engine engine, QueueName queue, GroupName name) {
        this.engine = engine;
        this.queue = queue;
        this.name = name;
    }

    public AsyncConsumer consumer(String consumer) {
        return new AsyncConsumer(engine, queue, name, ConsumerName.of(consumer));
    }

    public CompletionStage<CreateGroupResult> create(GroupStart start) {
        return engine.callAsync(new QueueCommand.CreateGroup(queue, name, start));
    }

    public CompletionStage<GroupInfo> info() {
        return engine.callAsync(new QueueQuery.Group(queue, name));
    }

    public CompletionStage<QueueOutcome.GroupMoved> seek(GroupStart to) {
        return engine.callAsync(new QueueCommand.SeekGroup(queue, name, to, false));
    }

    public CompletionStage<QueueOutcome.GroupMoved> seekEvenIfLeased(GroupStart to) {
        return engine.callAsync(new QueueCommand.SeekGroup(queue, name, to, true));
    }

    public CompletionStage<QueueOutcome.GroupDeleted> delete() {
        return engine.callAsync(new QueueCommand.DeleteGroup(queue, name, false));
    }

    public CompletionStage<QueueOutcome.GroupDeleted> deleteEvenIfLeased() {
        return engine.callAsync(new QueueCommand.DeleteGroup(queue, name, true));
    }

    public CompletionStage<QueueOutcome.Paused> pause() {
        return engine.callAsync(new QueueCommand.Pause(queue, name, true));
    }

    public CompletionStage<QueueOutcome.Paused> resume() {
        return engine.callAsync(new QueueCommand.Pause(queue, name, false));
    }

    public CompletionStage<QueueOutcome.Purged> purge(PurgeScope scope) {
        return engine.callAsync(new QueueCommand.Purge(queue, scope, name));
    }

    public CompletionStage<PresencePage> consumers() {
        return engine.callAsync(new QueueQuery.Consumers(queue, name));
    }
}
