package dev.leat.cli.stream;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Follower;
import dev.leat.api.stream.Messages;
import dev.leat.api.stream.Offset;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code leat stream follow}. */
@Command(
        name = "follow",
        description =
                "Prints what a stream holds and what comes, as \"read\" does, until the stream is closed or Ctrl-C."
                        + " Where the server goes away it waits for it and goes on where it was.")
final class FollowCommand extends PrintingCommand {
    private static final Duration A_WHILE = Duration.ofSeconds(10);
    private static final long PAUSE_MILLIS = 1000;

    @Override
    void print(DurableStream stream, Offset begin, MessagePrinter printer) throws IOException, InterruptedException {
        try (Follower follower = stream.follow(begin)) {
            boolean end = printer.isDone();
            while (!end) {
                Optional<Messages> batch = next(follower);
                if (batch.isPresent()) {
                    printer.print(batch.get());
                }
                end = printer.isDone() || batch.filter(Messages::closed).isPresent();
            }
        }
    }

    private Optional<Messages> next(Follower follower) throws InterruptedException {
        try {
            return follower.next(A_WHILE);
        } catch (RejectedException e) {
            if (!(e.rejection() instanceof Rejection.Unavailable)
                    && !(e.rejection() instanceof Rejection.Overloaded)
                    && !(e.rejection() instanceof Rejection.FilesExhausted)) {
                throw e;
            }
            err().println(e.getMessage() + "; trying again");
            err().flush();
            Thread.sleep(PAUSE_MILLIS);
            return Optional.empty();
        }
    }
}
