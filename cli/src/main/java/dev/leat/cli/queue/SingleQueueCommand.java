package dev.leat.cli.queue;

import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.QueueName;
import dev.leat.cli.console.CommandFailedException;
import dev.leat.cli.remote.RemoteCommand;
import dev.leat.client.LeatClient;
import java.io.IOException;
import picocli.CommandLine.Parameters;

/** A command about one queue. */
abstract class SingleQueueCommand extends RemoteCommand {

    @Parameters(index = "0", paramLabel = "QUEUE", description = "Which queue.")
    private QueueName queue = QueueName.of("-");

    /** Returns the exit code. */
    abstract int run(MessageQueue queue) throws CommandFailedException, IOException, InterruptedException;

    @Override
    protected final int run(LeatClient leat) throws CommandFailedException, IOException, InterruptedException {
        return run(leat.queue(queue.value()));
    }
}
