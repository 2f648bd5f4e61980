package dev.leat.cli.queue;

import dev.leat.cli.remote.CommandGroup;
import picocli.CommandLine.Command;

/** {@code leat presence}. */
@Command(name = "presence", description = "Who works on the queues of a server.", subcommands = PresenceCommand.class)
public final class PresenceCommandGroup extends CommandGroup {}
