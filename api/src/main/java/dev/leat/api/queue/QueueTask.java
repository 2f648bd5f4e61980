package dev.leat.api.queue;

import dev.leat.api.NotFoundException;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Something that goes on in the background, such as a redrive. It goes on after a restart as well. Its
 * calls throw {@link NotFoundException} if the task ended too long ago to be remembered.
 */
public final class QueueTask {
    private static final long FIRST_LOOK_MILLIS = 2;
    private static final long LONGEST_PAUSE_MILLIS = 500;

    private final Engine engine;
    private final TaskId id;
    private final QueueName queue;

    QueueTask(Engine engine, TaskInfo begun) {
        this.engine = engine;
        this.id = begun.task();
        this.queue = begun.queue();
    }

    /** Returns the id of the task. */
    public TaskId id() {
        return id;
    }

    /** How far it is. */
    public TaskInfo info() {
        return engine.call(new QueueQuery.Task(id));
    }

    /** Completes with the progress of the task. */
    public CompletionStage<TaskInfo> infoAsync() {
        return engine.callAsync(new QueueQuery.Task(id));
    }

    /** Ends it. What it has moved stays moved. */
    public TaskInfo cancel() {
        return engine.call(new QueueCommand.CancelTask(queue, id));
    }

    /** Cancels the task; see {@link #cancel}. */
    public CompletionStage<TaskInfo> cancelAsync() {
        return engine.callAsync(new QueueCommand.CancelTask(queue, id));
    }

    /** Waits until it is over, and says how it ended; empty if it goes on after this time. */
    public Optional<TaskInfo> await(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout);
        for (long pause = FIRST_LOOK_MILLIS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
            TaskInfo info = info();
            if (info.state() != TaskInfo.State.RUNNING) {
                return Optional.of(info);
            }
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                return Optional.empty();
            }
            Thread.sleep(Math.min(pause, left));
        }
    }
}
