package dev.leat.cli.stream;

import dev.leat.api.DurableStream;
import dev.leat.api.Follower;
import dev.leat.api.Messages;
import dev.leat.api.Offset;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.StreamPath;
import dev.leat.cli.remote.Exits;
import dev.leat.cli.remote.RemoteCommand;
import dev.leat.client.LeatClient;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leat stream follow}. */
@Command(
        name = "follow",
        description =
                "Prints what a stream holds and what comes, as \"read\" does, until the stream is closed or Ctrl-C."
                        + " Where the server goes away it waits for it and goes on where it was.")
final class FollowCommand extends RemoteCommand {
    private static final Duration A_WHILE = Duration.ofSeconds(10);
    private static final long PAUSE_MILLIS = 1000;

    @Parameters(paramLabel = "PATH", description = "Which stream.")
    private StreamPath path = StreamPath.of("-");

    @Option(
            names = "--from",
            paramLabel = "OFFSET",
            defaultValue = "start",
            description = "Where to begin: start, now, or an offset that was answered (${DEFAULT-VALUE}).")
    private Offset from = Offset.START;

    @Option(
            names = "--limit",
            paramLabel = "COUNT",
            defaultValue = "" + Long.MAX_VALUE,
            description = "End after so many messages; bytes, if they are not JSON.")
    private long limit;

    @Override
    protected int run(LeatClient leat) throws IOException, InterruptedException {
        DurableStream stream = leat.stream(path.value());
        MessagePrinter printer = new MessagePrinter(
                stream.head().contentType(), isJson(), out(), surroundings().out(), limit);
        try (Follower follower = stream.follow(from)) {
            boolean end = printer.isDone();
            while (!end) {
                Optional<Messages> batch = next(follower);
                if (batch.isPresent()) {
                    printer.print(batch.get());
                }
                end = printer.isDone() || batch.filter(Messages::closed).isPresent();
            }
        }
        return Exits.DONE;
    }

    private Optional<Messages> next(Follower follower) throws InterruptedException {
        try {
            return follower.next(A_WHILE);
        } catch (RejectedException e) {
            if (!(e.rejection() instanceof Rejection.Unavailable) && !(e.rejection() instanceof Rejection.Overloaded)) {
                throw e;
            }
            err().println(e.getMessage() + "; trying again");
            err().flush();
            Thread.sleep(PAUSE_MILLIS);
            return Optional.empty();
        }
    }
}
