package dev.leat.cli.queue;

import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.MessageSettlement;
import dev.leat.api.queue.SettleResult;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.wire.SettlementJson;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leat queue settle}. */
@Command(
        name = "settle",
        description = {
            "Settles a message by its id, for operators who have no delivery of it. A leased message is settled in the"
                    + " place of its consumer, whose own settlement is refused afterwards. A message that is not leased"
                    + " can be acked, and rejected unless it is parked already."
        })
final class SettleMessageCommand extends SingleQueueCommand {

    /** The kinds of settlement. */
    enum Verb {
        ACK,
        NACK,
        RELEASE,
        REJECT,
        EXTEND
    }

    @Parameters(
            index = "1",
            paramLabel = "MESSAGE",
            description = "The id that \"enqueue\" and \"browse\" have printed.")
    private MessageId message = MessageId.of("-");

    @Parameters(index = "2", paramLabel = "HOW", description = "ack, nack, release, reject or extend.")
    private Verb verb = Verb.ACK;

    @Option(names = "--group", paramLabel = "GROUP", description = "For which group of a fan-out queue.")
    private @Nullable GroupName group;

    @Option(
            names = "--delay",
            paramLabel = "DURATION",
            description = "With nack and release: how long it waits, else what the queue says.")
    private @Nullable Duration delay;

    @Option(names = "--reason", paramLabel = "TEXT", description = "With nack and reject: why; kept with the message.")
    private @Nullable String reason;

    @Option(names = "--lease", paramLabel = "DURATION", description = "With extend: when the lease ends, from now.")
    private @Nullable Duration lease;

    @Override
    int run(MessageQueue queue) {
        MessageSettlement settlement = settlement();
        SettleResult result = group == null
                ? queue.settle(message, settlement)
                : queue.group(group.value()).settle(message, settlement);
        if (isJson()) {
            JsonPrinter.print(out(), json -> {
                json.writeStartObject();
                json.writeStringField("messageId", message.value());
                json.writeStringField("result", SettlementJson.outcome(result));
                json.writeEndObject();
            });
        } else {
            out().println(SettleCommand.words(result) + ": " + message);
        }
        return ExitCodes.DONE;
    }

    private MessageSettlement settlement() {
        return switch (verb) {
            case ACK -> new MessageSettlement.Ack();
            case NACK -> new MessageSettlement.Nack(delay, reason);
            case RELEASE -> new MessageSettlement.Release(delay);
            case REJECT -> new MessageSettlement.Reject(reason);
            case EXTEND -> {
                if (lease == null) {
                    throw misused("extend needs --lease");
                }
                yield new MessageSettlement.Extend(lease);
            }
        };
    }
}
