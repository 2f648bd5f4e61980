package dev.leat.cli.outbox;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code leat outbox}: the outbox of an application, seen from its database. */
@Command(
        name = "outbox",
        description = "The outbox of an application: how it stands, and its dead rows.",
        mixinStandardHelpOptions = true,
        subcommands = {StatusCommand.class, DeadCommand.class, RequeueCommand.class, DiscardCommand.class})
public final class OutboxCommand implements Runnable {

    static final int DONE = 0;
    static final int NOTHING_OR_DEAD = 1;
    static final int COULD_NOT = 2;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }
}
