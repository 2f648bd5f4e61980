package dev.leat.cli.queue;

import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.Settlement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code leat queue nack}. */
@Command(
        name = "nack",
        description =
                "The work on these deliveries failed: they come again, or are dead letters if they are out of attempts."
                        + " With --json, a line for each.")
final class NackCommand extends SettleCommand {

    @Option(names = "--delay", paramLabel = "DURATION", description = "How long they wait, else what the queue says.")
    private @Nullable Duration delay;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, in a word; kept with the message.")
    private @Nullable String reason;

    @Option(names = "--error", paramLabel = "TEXT", description = "What went wrong; kept with the message.")
    private @Nullable String error;

    @Override
    Settlement settlement(DeliveryId delivery) {
        return new Settlement.Nack(delivery, delay, reason, error);
    }
}
