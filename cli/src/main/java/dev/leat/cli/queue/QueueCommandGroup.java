package dev.leat.cli.queue;

import dev.leat.cli.remote.CommandGroup;
import picocli.CommandLine.Command;

/** {@code leat queue}. */
@Command(
        name = "queue",
        description = "The queues of a server.",
        subcommands = {
            CreateQueueCommand.class,
            ListQueuesCommand.class,
            ShowCommand.class,
            EnqueueCommand.class,
            ReceiveCommand.class,
            AckCommand.class,
            NackCommand.class,
            SettleMessageCommand.class,
            BrowseCommand.class,
            PurgeCommand.class,
            RedriveCommand.class,
            PauseCommand.class,
            ResumeCommand.class,
            DeleteQueueCommand.class
        })
public final class QueueCommandGroup extends CommandGroup {}
