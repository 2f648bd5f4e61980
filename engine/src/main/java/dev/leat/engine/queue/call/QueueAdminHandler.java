package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.queue.CreateQueueResult;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.engine.queue.deadletter.DeadLetterLinker;
import dev.leat.engine.queue.deadletter.PeerShards;
import dev.leat.engine.queue.deadletter.QueueCatalog;
import dev.leat.engine.queue.delivery.Groups;
import dev.leat.engine.queue.delivery.QueueShardContext;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.PositionSet;
import dev.leat.engine.queue.state.Positions;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.queue.state.QueueMetadataSize;
import dev.leat.engine.queue.state.RemovalReason;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Handler of the commands that create, configure, pause and delete queues, and that remove messages for all groups. */
public final class QueueAdminHandler {

    private final QueueShardContext shard;
    private final Groups groups;
    private final DeadLetterLinker links;
    private final QueueCatalog catalog;
    private final PeerShards peers;
    private final QueueMetadataSize metadataSize;

    public QueueAdminHandler(
            QueueShardContext shard,
            Groups groups,
            DeadLetterLinker links,
            QueueCatalog catalog,
            PeerShards peers,
            QueueMetadataSize metadataSize) {
        this.shard = shard;
        this.groups = groups;
        this.links = links;
        this.catalog = catalog;
        this.peers = peers;
        this.metadataSize = metadataSize;
    }

    /** Creates a queue. A work queue gets its one group at once. */
    Decision<CreateQueueResult> create(QueueCommand.CreateQueue command, Changes changes) {
        Queue there = shard.table().find(command.queue());
        if (there != null) {
            String difference = ConfigDifference.between(there.config, command.config());
            return difference == null
                    ? Decision.accept(new CreateQueueResult(false, there.config))
                    : Decision.reject(new Rejection.QueueExists(command.queue(), difference));
        }
        Rejection unfit = NameRules.flaw(command.queue());
        if (unfit == null) {
            unfit = metadataSize.flaw();
        }
        Rejection rejection = unfit != null ? unfit : links.claim(command.queue(), command.config());
        if (rejection != null) {
            return Decision.reject(rejection);
        }
        makeQueue(command, changes);
        return Decision.accept(new CreateQueueResult(true, command.config()));
    }

    private void makeQueue(QueueCommand.CreateQueue command, Changes changes) {
        long number = shard.table().nextNumber();
        long now = changes.time();
        shard.change(new QueueChange.OfQueue(number, command.queue(), command.config(), false, now), changes);
        Queue queue = shard.table().known(number);
        if (queue.isWork()) {
            shard.change(
                    new QueueChange.OfGroup(
                            number,
                            queue.nextGroup,
                            GroupName.DEFAULT,
                            Group.StartKind.HEAD,
                            false,
                            now,
                            new PositionSet()),
                    changes);
        }
        links.configured(queue, command.config(), changes);
    }

    /** Changes the configuration of a queue. */
    Decision<QueueOutcome.QueueUpdated> update(Queue queue, QueueCommand.UpdateQueue command, Changes changes) {
        Rejection flaw = flaw(queue, command);
        if (flaw != null) {
            return Decision.reject(flaw);
        }
        if (!queue.config.equals(command.config())) {
            links.configure(queue, command.config(), changes);
        }
        return Decision.accept(new QueueOutcome.QueueUpdated(queue.config));
    }

    private @Nullable Rejection flaw(Queue queue, QueueCommand.UpdateQueue command) {
        QueueConfig expected = command.expected();
        String other = expected == null ? null : ConfigDifference.between(queue.config, expected);
        if (other != null) {
            return new Rejection.Conflict(-1, "the queue is configured differently by now: " + other, null);
        }
        if (queue.config.mode() != command.config().mode()
                || queue.config.priority() != command.config().priority()) {
            return new Rejection.BadArgument("the mode of a queue and whether it has priorities never change");
        }
        return links.claim(queue.name, command.config());
    }

    /** Deletes a queue with its messages and groups. Queues that use it as dead-letter queue are detached if the command asks for it. */
    Decision<QueueOutcome.QueueDeleted> delete(Queue queue, QueueCommand.DeleteQueue command, Changes changes) {
        List<QueueName> users = catalog.beginDelete(queue);
        if (!users.isEmpty() && !command.detach()) {
            catalog.cancelDelete(queue);
            return Decision.reject(new Rejection.InUse("the dead letters of " + users + " go to " + queue.name));
        }
        shard.change(new QueueChange.QueueRemoved(queue.number), changes);
        changes.afterwards(() -> gone(queue, users));
        return Decision.accept(new QueueOutcome.QueueDeleted());
    }

    /** Publishes the removal once it is durable. After a crash the next start does the same. */
    private void gone(Queue queue, List<QueueName> users) {
        catalog.remove(queue, shard.table().find(queue.name));
        users.forEach(user ->
                peers.force(user, (there, changes) -> there.links().detach(user, queue.name, queue.number, changes)));
    }

    /** Pauses or resumes deliveries. Leases continue. */
    Decision<QueueOutcome.Paused> pause(Queue queue, QueueCommand.Pause command, Changes changes) {
        GroupName asked = command.group();
        Group group = asked == null ? null : queue.groups.get(asked);
        if (asked != null && group == null) {
            return Decision.reject(new Rejection.GroupNotFound(queue.name, asked));
        }
        if (group != null && group.paused != command.paused()) {
            groups.pause(group, command.paused(), changes);
        } else if (group == null && queue.paused != command.paused()) {
            shard.change(
                    new QueueChange.OfQueue(queue.number, queue.name, queue.config, command.paused(), queue.created),
                    changes);
        }
        return Decision.accept(new QueueOutcome.Paused(command.paused()));
    }

    /**
     * Removes one message for all groups.
     *
     * @param number of the queue in which the message was found
     * @param at its position there
     */
    Decision<QueueOutcome.Cancelled> cancel(
            Queue queue, QueueCommand.Cancel command, long number, long at, Changes changes) {
        if (queue.number != number || !queue.has(at)) {
            return Decision.reject(new Rejection.MessageNotFound(queue.name, command.message()));
        }
        if (queue.isMoving(at)) {
            return Decision.reject(new Rejection.InUse("the message is on its way to another queue"));
        }
        if (queue.isLeased(at) && !command.force()) {
            return Decision.reject(new Rejection.InUse("the message is leased"));
        }
        shard.remove(queue, at, RemovalReason.CANCELLED, changes);
        return Decision.accept(new QueueOutcome.Cancelled());
    }

    /** Removes messages by their seqs, whichever consumer has leased them. */
    Decision<QueueOutcome.CancelledAll> cancelAll(Queue queue, QueueCommand.CancelAll command, Changes changes) {
        if (queue.config.priority()) {
            return Decision.reject(
                    new Rejection.BadArgument("the messages of a queue with priorities are cancelled one by one"));
        }
        int cancelled = 0;
        for (long seq : new TreeSet<>(command.seqs())) {
            long at = Positions.first(0) + seq;
            if (seq >= 0 && queue.has(at) && !queue.isMoving(at)) {
                shard.remove(queue, at, RemovalReason.CANCELLED, changes);
                cancelled++;
            }
        }
        return Decision.accept(new QueueOutcome.CancelledAll(cancelled));
    }

    /** Removes the present messages. Their dedup ids stay known, so a repeated enqueue does not bring them back. */
    Decision<QueueOutcome.Purged> purge(Queue queue, QueueCommand.Purge command, Changes changes) {
        GroupName asked = command.group();
        Group group = asked == null ? null : queue.groups.get(asked);
        if (asked != null && group == null) {
            return Decision.reject(new Rejection.GroupNotFound(queue.name, asked));
        }
        long before = count(queue, group);
        switch (command.scope()) {
            case ALL -> purge(queue, group, true, changes);
            case READY -> purge(queue, group, false, changes);
            case DEAD ->
                (group == null ? List.copyOf(queue.groups.values()) : List.of(group))
                        .forEach(each -> purgeParked(each, changes));
        }
        return Decision.accept(new QueueOutcome.Purged(before - count(queue, group)));
    }

    private static long count(Queue queue, @Nullable Group group) {
        return group == null ? queue.messages : group.pending();
    }

    private void purge(Queue queue, @Nullable Group group, boolean leased, Changes changes) {
        int number = group == null ? 0 : group.number;
        shard.change(new QueueChange.Purged(queue.number, number, queue.next.clone(), leased), changes);
    }

    private void purgeParked(Group group, Changes changes) {
        TreeSet<Long> parked = new TreeSet<>();
        for (Map.Entry<Long, DeliveryState> entry : group.entries.entrySet()) {
            if (entry.getValue().state() == DeliveryState.State.PARKED) {
                parked.add(entry.getKey());
            }
        }
        for (long at : parked) {
            shard.end(group, at, RemovalReason.PURGED, changes);
        }
    }

    /** Textual comparison of two configurations. */
    private static final class ConfigDifference {
        private ConfigDifference() {}

        /** Returns the differences; null for none. */
        static @Nullable String between(QueueConfig there, QueueConfig asked) {
            List<String> differences = new ArrayList<>();
            for (RecordComponent component : QueueConfig.class.getRecordComponents()) {
                Object is = value(component, there);
                Object would = value(component, asked);
                if (!Objects.equals(is, would)) {
                    differences.add(component.getName() + " is " + is + ", not " + would);
                }
            }
            return differences.isEmpty() ? null : String.join("; ", differences);
        }

        private static @Nullable Object value(RecordComponent component, QueueConfig config) {
            try {
                return component.getAccessor().invoke(config);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
