package dev.leat.cli.queue;

import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.Settlement;
import picocli.CommandLine.Command;

/** {@code leat queue ack}. */
@Command(
        name = "ack",
        description =
                "The work on these deliveries is done. Doing it twice does no harm. With --json, a line for each.")
final class AckCommand extends SettleCommand {

    @Override
    Settlement settlement(DeliveryId delivery) {
        return Settlement.Ack.of(delivery);
    }
}
