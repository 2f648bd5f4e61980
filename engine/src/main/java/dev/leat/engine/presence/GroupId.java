package dev.leat.engine.presence;

import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.QueueName;

/**
 * A group of a queue, by number and by name.
 *
 * @param queue the number of the queue; another queue of the same name has another one
 * @param group the number of the group
 */
public record GroupId(long queue, QueueName queueName, int group, GroupName groupName) {}
