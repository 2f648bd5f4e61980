package dev.leat.cli.queue;

import picocli.CommandLine.Command;

/** {@code leat queue pause}. */
@Command(
        name = "pause",
        description = "Stops the deliveries of a queue, or of one group. What is leased can be settled.")
final class PauseCommand extends DeliveriesCommand {

    PauseCommand() {
        super(true);
    }
}
