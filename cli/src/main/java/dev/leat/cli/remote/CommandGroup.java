package dev.leat.cli.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only has subcommands. */
@Command(mixinStandardHelpOptions = true)
public abstract class CommandGroup implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public final void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }
}
