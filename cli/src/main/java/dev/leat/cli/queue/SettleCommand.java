package dev.leat.cli.queue;

import dev.leat.api.Rejection;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.Problems;
import dev.leat.wire.EnumWords;
import dev.leat.wire.SettlementJson;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** Settles deliveries. */
abstract class SettleCommand extends SingleQueueCommand {

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "DELIVERY",
            description = "The ids that \"receive\" has printed.")
    private List<DeliveryId> deliveries = List.of();

    abstract Settlement settlement(DeliveryId delivery);

    @Override
    final int run(MessageQueue queue) {
        List<SettleResult> results =
                queue.settle(deliveries.stream().map(this::settlement).toList());
        int code = ExitCodes.DONE;
        for (int i = 0; i < results.size(); i++) {
            Rejection rejection = results.get(i).rejection();
            tell(deliveries.get(i), results.get(i), rejection);
            if (rejection != null) {
                code = ExitCodes.REFUSED;
            }
        }
        return code;
    }

    private void tell(DeliveryId delivery, SettleResult result, @Nullable Rejection rejection) {
        if (isJson()) {
            JsonPrinter.line(out(), json -> {
                json.writeStartObject();
                json.writeStringField("deliveryId", delivery.value());
                json.writeStringField("result", SettlementJson.outcome(result));
                if (rejection != null) {
                    json.writeObjectFieldStart("problem");
                    Problems.from(rejection).writeFields(json);
                    json.writeEndObject();
                }
                json.writeEndObject();
            });
        } else if (rejection == null) {
            out().println(words(result) + ": " + delivery);
        } else {
            out().flush();
            Problem problem = Problems.from(rejection);
            err().println(spec().qualifiedName() + ": " + delivery + ": " + problem.detail() + " (" + problem.type()
                    + ")");
            err().flush();
        }
    }

    static String words(SettleResult result) {
        return switch (result) {
            case SettleResult.AlreadySettled settled -> "settled before (" + EnumWords.of(settled.how()) + ")";
            case SettleResult.Requeued requeued -> "ready again at " + requeued.readyAt();
            case SettleResult.DeadLettered dead -> "a dead letter in " + dead.queue();
            default -> SettlementJson.outcome(result);
        };
    }
}
