package dev.leat.cli.queue;

import picocli.CommandLine.Command;

/** {@code leat queue resume}. */
@Command(name = "resume", description = "Goes on with the deliveries of a queue, or of one group.")
final class ResumeCommand extends DeliveriesCommand {

    ResumeCommand() {
        super(false);
    }
}
