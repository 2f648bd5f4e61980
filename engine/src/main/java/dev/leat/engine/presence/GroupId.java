package dev.leat.engine.presence;

import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.QueueName;

/**
 * Where a consumer works: a group of a queue.
 *
 * @param queue the number of the queue, which no other queue of the same name has
 * @param group the number of the group
 */
public record GroupId(long queue, QueueName queueName, int group, GroupName groupName) {}
