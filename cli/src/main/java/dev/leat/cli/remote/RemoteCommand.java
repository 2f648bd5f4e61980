package dev.leat.cli.remote;

import dev.leat.cli.console.CommandFailedException;
import dev.leat.client.LeatClient;
import java.io.IOException;
import picocli.CommandLine.Mixin;

/** A command that uses a server. */
public abstract class RemoteCommand extends AnsweringCommand {

    @Mixin
    private ServerOptions server = new ServerOptions();

    /** Returns the exit code. */
    protected abstract int run(LeatClient leat) throws CommandFailedException, IOException, InterruptedException;

    @Override
    protected final int run() throws CommandFailedException, IOException, InterruptedException {
        try (LeatClient leat = server.open()) {
            return run(leat);
        }
    }
}
