package dev.leat.engine.queue.state;

import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.queue.TaskId;
import dev.leat.api.queue.TaskInfo;
import dev.leat.engine.shard.Base32;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A redrive task and its progress.
 *
 * @param upTo the next seq of the queue at the start: later dead letters are left out
 * @param next the position where it continues
 * @param total the most messages that it moves; once it is done, the messages that it handled
 * @param problem why it waits or failed; null if it did not
 */
public record RedriveTask(
        long number,
        RedriveFilter filter,
        long limit,
        double perSecond,
        @Nullable QueueName to,
        long upTo,
        long next,
        TaskInfo.State state,
        long moved,
        long skipped,
        long total,
        long created,
        long ended,
        @Nullable String problem) {

    /**
     * Content of a task id.
     *
     * @param queue the number of the queue that has the task
     */
    public record RedriveTaskId(long queue, long task) {

        public TaskId id() {
            return TaskId.of(Base32.encode(
                    ByteBuffer.allocate(16).putLong(queue).putLong(task).array()));
        }

        /** Returns the content of an id; null if no queue created it. */
        public static @Nullable RedriveTaskId of(TaskId id) {
            byte[] bytes = Base32.decode(id.value());
            if (bytes == null || bytes.length != 16) {
                return null;
            }
            ByteBuffer in = ByteBuffer.wrap(bytes);
            return new RedriveTaskId(in.getLong(), in.getLong());
        }

        public static TaskInfo info(Queue queue, RedriveTask task) {
            return new TaskInfo(
                    new RedriveTaskId(queue.number, task.number()).id(),
                    queue.name,
                    task.state(),
                    task.moved(),
                    task.skipped(),
                    task.total(),
                    Instant.ofEpochMilli(task.created()),
                    task.ended() == 0 ? null : Instant.ofEpochMilli(task.ended()),
                    task.problem(),
                    remaining(task));
        }

        private static @Nullable Duration remaining(RedriveTask task) {
            if (task.state() != TaskInfo.State.RUNNING || task.perSecond() == 0) {
                return null;
            }
            long left = Math.max(0, task.total() - task.moved());
            return Duration.ofMillis((long) Math.min(1e15, left * 1000 / task.perSecond()));
        }
    }
}
