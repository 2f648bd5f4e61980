package dev.leat.cli.queue;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.QueueConsumer;
import dev.leat.api.spi.QueueCommand;
import dev.leat.cli.console.DisplayText;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.wire.MessageJson;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code leat queue receive}. */
@Command(
        name = "receive",
        description = {
            "Receives messages. Each is leased: settle it with \"leat queue ack QUEUE DELIVERY\" before the lease"
                    + " ends, or it comes again. With --ack that is done at once, after it was printed, and only payloads"
                    + " are printed. With --json, a line for each.",
        },
        exitCodeList = {
            "0:there were messages",
            "1:refused; standard error has the reason and the type of the problem",
            "2:could not: no server, a file that cannot be read, a flag that cannot be",
            "3:no message came in time",
        })
final class ReceiveCommand extends SingleQueueCommand {

    @Option(
            names = "--max",
            paramLabel = "COUNT",
            defaultValue = "1",
            description = "How many at most (${DEFAULT-VALUE}).")
    private int max;

    @Option(
            names = "--wait",
            paramLabel = "DURATION",
            defaultValue = "0s",
            description = "How long to wait for the first, 5m at most (${DEFAULT-VALUE}).")
    private Duration waitFor = Duration.ZERO;

    @Option(
            names = "--lease",
            paramLabel = "DURATION",
            description = "How long they belong to us, else what the queue says.")
    private @Nullable Duration lease;

    @Option(names = "--group", paramLabel = "GROUP", description = "For which group of a fan-out queue.")
    private @Nullable GroupName group;

    @Option(
            names = "--consumer",
            paramLabel = "NAME",
            defaultValue = "leat",
            description = "Who receives (${DEFAULT-VALUE}).")
    private ConsumerName consumer = ConsumerName.of("leat");

    @Option(names = "--from-tail", description = "The last messages first, of those that can be delivered.")
    private boolean fromTail;

    @Option(names = "--ack", description = "Ack each message after it was printed.")
    private boolean ack;

    @Override
    int run(MessageQueue queue) throws IOException {
        if (max < 1 || max > QueueCommand.MAX_BATCH) {
            throw misused("--max is 1 to " + QueueCommand.MAX_BATCH);
        }
        if (fromTail && lease != null) {
            throw misused("--from-tail and --lease cannot be given together");
        }
        QueueConsumer who = group == null
                ? queue.consumer(consumer.value())
                : queue.group(group.value()).consumer(consumer.value());
        Deliveries received = fromTail
                ? who.receiveLast(max, waitFor)
                : lease == null ? who.receive(max, waitFor) : who.receive(max, waitFor, lease);
        for (Delivery delivery : received) {
            print(delivery);
            if (ack) {
                queue.ack(delivery);
            }
        }
        return received.isEmpty() ? nothing(received.throttled()) : ExitCodes.DONE;
    }

    private int nothing(boolean throttled) {
        err().println(throttled ? "no message: the queue is paused, or its limit of leases is reached" : "no message");
        err().flush();
        return ExitCodes.NOTHING;
    }

    private void print(Delivery delivery) throws IOException {
        if (isJson()) {
            JsonPrinter.line(out(), json -> MessageJson.write(json, delivery));
            out().flush();
            return;
        }
        if (!ack) {
            String attempts = delivery.maxAttempts() == 0 ? "" : " of " + delivery.maxAttempts();
            out().println("delivery " + delivery.deliveryId());
            out().println("message " + delivery.messageId() + ", seq " + delivery.seq() + ", attempt "
                    + delivery.attempt() + attempts + ", leased until " + DisplayText.time(delivery.leaseUntil()));
        }
        out().flush();
        surroundings().out().write(delivery.payload());
        surroundings().out().write('\n');
        surroundings().out().flush();
    }
}
