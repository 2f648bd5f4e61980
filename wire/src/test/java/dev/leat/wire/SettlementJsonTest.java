package dev.leat.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageSettlement;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each kind is written so that the other side reads the same. A kind that is not here fails a test. */
class SettlementJsonTest {
    private static final DeliveryId DELIVERY = DeliveryId.of("abc");
    private static final Duration TIME = Duration.ofSeconds(5);
    private static final Instant MOMENT = Instant.parse("2030-01-31T12:00:00.125Z");

    private static void assertAllKinds(Class<?> type, List<?> values) {
        assertThat(values.stream().map(Object::getClass).collect(Collectors.toSet()))
                .isEqualTo(Set.of(type.getPermittedSubclasses()));
    }

    @Test
    void settlementsOfDeliveries() {
        List<Settlement> settlements = List.of(
                new Settlement.Ack(DELIVERY, true),
                new Settlement.Nack(DELIVERY, TIME, "reason", "error"),
                new Settlement.Release(DELIVERY, TIME),
                new Settlement.Reject(DELIVERY, "reason", "error"),
                new Settlement.Extend(DELIVERY, TIME));

        assertAllKinds(Settlement.class, settlements);
        for (Settlement settlement : settlements) {
            String json = TestJson.text(out -> {
                out.writeObjectFieldStart(SettlementJson.verb(settlement));
                SettlementJson.write(out, settlement);
                out.writeEndObject();
            });
            assertThat(SettlementJson.read(TestJson.request(json))).isEqualTo(settlement);
        }
    }

    @Test
    void settlementsOfMessages() {
        List<MessageSettlement> settlements = List.of(
                new MessageSettlement.Ack(),
                new MessageSettlement.Nack(TIME, "reason"),
                new MessageSettlement.Release(TIME),
                new MessageSettlement.Reject("reason"),
                new MessageSettlement.Extend(TIME));

        assertAllKinds(MessageSettlement.class, settlements);
        for (MessageSettlement settlement : settlements) {
            String json = TestJson.text(out -> SettlementJson.write(out, settlement));
            assertThat(SettlementJson.readOfMessage(SettlementJson.verb(settlement), TestJson.request(json)))
                    .isEqualTo(settlement);
        }
    }

    @Test
    void results() {
        List<SettleResult> results = List.of(
                new SettleResult.Acked(true),
                new SettleResult.AlreadySettled(SettleResult.AlreadySettled.How.DROPPED),
                new SettleResult.Requeued(MOMENT),
                new SettleResult.DeadLettered(QueueName.of("dead"), MessageId.of("m")),
                new SettleResult.Parked(),
                new SettleResult.Dropped(),
                new SettleResult.Extended(MOMENT),
                new SettleResult.Refused(new Rejection.DiskFull()));

        assertAllKinds(SettleResult.class, results);
        for (SettleResult result : results) {
            String json = TestJson.text(out -> {
                out.writeFieldName("result");
                SettlementJson.write(
                        out,
                        result,
                        (problem, rejection) ->
                                problem.writeStringField("type", ProblemType.URN + ProblemType.DISK_FULL.text()));
            });
            assertThat(SettlementJson.result(TestJson.answer(json).requiredObject("result")))
                    .isEqualTo(result);
        }
    }
}
