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

    /** Returns a consumer of the group by its name. */
    public AsyncConsumer consumer(String consumer) {
        return new AsyncConsumer(engine, queue, name, ConsumerName.of(consumer));
    }

    /** Creates the group, or confirms one with the same start; see {@link MessageGroup#create}. */
    public CompletionStage<CreateGroupResult> create(GroupStart start) {
        return engine.callAsync(new QueueCommand.CreateGroup(queue, name, start));
    }

    /** Completes with the state of the group. */
    public CompletionStage<GroupInfo> info() {
        return engine.callAsync(new QueueQuery.Group(queue, name));
    }

    /** Moves the group and forgets its settlements; fails while the group has leases. */
    public CompletionStage<GroupInfo> seek(GroupStart to) {
        return engine.callAsync(new QueueCommand.SeekGroup(queue, name, to, false))
                .thenApply(QueueOutcome.GroupMoved::info);
    }

    /** Moves the group, forgets its settlements and ends its leases. */
    public CompletionStage<GroupInfo> seekEvenIfLeased(GroupStart to) {
        return engine.callAsync(new QueueCommand.SeekGroup(queue, name, to, true))
                .thenApply(QueueOutcome.GroupMoved::info);
    }

    /** Removes the group; fails while the group has leases. */
    public CompletionStage<Void> delete() {
        return engine.callAsync(new QueueCommand.DeleteGroup(queue, name, false))
                .thenAccept(deleted -> {});
    }

    /** Removes the group with its leases. */
    public CompletionStage<Void> deleteEvenIfLeased() {
        return engine.callAsync(new QueueCommand.DeleteGroup(queue, name, true)).thenAccept(deleted -> {});
    }

    /** Stops deliveries to this group; leased messages can still be settled. */
    public CompletionStage<Void> pause() {
        return engine.callAsync(new QueueCommand.Pause(queue, name, true)).thenAccept(paused -> {});
    }

    /** Starts deliveries to this group again after {@link #pause}. */
    public CompletionStage<Void> resume() {
        return engine.callAsync(new QueueCommand.Pause(queue, name, false)).thenAccept(paused -> {});
    }

    /** Removes the messages of a scope for this group; completes with how many there were. */
    public CompletionStage<Long> purge(PurgeScope scope) {
        return engine.callAsync(new QueueCommand.Purge(queue, scope, name)).thenApply(QueueOutcome.Purged::messages);
    }

    /** Completes with the consumers of the group. */
    public CompletionStage<PresencePage> consumers() {
        return engine.callAsync(new QueueQuery.Consumers(queue, name));
    }
}
