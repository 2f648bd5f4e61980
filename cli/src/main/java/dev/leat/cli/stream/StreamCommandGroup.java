package dev.leat.cli.stream;

import dev.leat.cli.remote.CommandGroup;
import picocli.CommandLine.Command;

/** {@code leat stream}. */
@Command(
        name = "stream",
        description = "The streams of a server.",
        subcommands = {
            CreateStreamCommand.class,
            AppendCommand.class,
            ReadCommand.class,
            FollowCommand.class,
            ListStreamsCommand.class,
            HeadCommand.class,
            CloseCommand.class,
            DeleteStreamCommand.class,
            ForkCommand.class
        })
public final class StreamCommandGroup extends CommandGroup {}
