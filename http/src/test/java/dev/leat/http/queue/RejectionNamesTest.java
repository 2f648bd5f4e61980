package dev.leat.http.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.Rejection;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.QueueName;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The names of refusals that queues have everywhere are the types of problems, each with its status. */
class RejectionNamesTest {
    private static final QueueName QUEUE = QueueName.of("q");
    private static final Duration WAIT = Duration.ofSeconds(7);

    static Stream<Arguments> names() {
        return Stream.of(
                Arguments.of("queue-not-found", 404, new Rejection.QueueNotFound(QUEUE)),
                Arguments.of("group-not-found", 404, new Rejection.GroupNotFound(QUEUE, GroupName.of("g"))),
                Arguments.of("message-not-found", 404, new Rejection.MessageNotFound(QUEUE, MessageId.of("m"))),
                Arguments.of("queue-exists", 409, new Rejection.QueueExists(QUEUE, "its lease is 30s")),
                Arguments.of("handle-invalid", 400, new Rejection.HandleInvalid(QUEUE)),
                Arguments.of("lease-lost", 409, new Rejection.LeaseLost(MessageInfo.State.READY, null, null)),
                Arguments.of("queue-full", 429, new Rejection.QueueFull(QUEUE, WAIT)),
                Arguments.of("in-use", 409, new Rejection.InUse("dead letters go there")),
                Arguments.of("dlq-cycle", 400, new Rejection.DeadLetterCycle(QUEUE, QUEUE)),
                Arguments.of("conflict", 409, new Rejection.Conflict(-1, "it changed", null)),
                Arguments.of("too-large", 413, new Rejection.PayloadTooLarge(11, 10)),
                Arguments.of("bad-argument", 400, new Rejection.BadArgument("no")),
                Arguments.of("wait-too-long", 400, new Rejection.WaitTooLong(WAIT)),
                Arguments.of("shutting-down", 503, new Rejection.Unavailable("it stops", WAIT, true)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void aRefusalIsAProblemOfItsName(String name, int status, Rejection rejection) throws Exception {
        try (Desk desk = new Desk(ScriptedEngine.refusing(rejection))) {
            HttpResponse<String> answer = desk.ask("POST", "/v1/queues/q/ack", "{\"deliveryId\":\"d\"}");

            assertThat(answer.statusCode()).isEqualTo(status);
            assertThat(answer.body()).contains("\"urn:leat:problem:" + name + "\"");
            boolean later = status == 429 || status == 503;
            assertThat(answer.headers().firstValue("Retry-After").orElse("none"))
                    .isEqualTo(later ? "7" : "none");
        }
    }

    @Test
    void whatIsAskedOfAnEngineThatIsClosedIsToldThatItShutsDown() throws Exception {
        Leat leat = Leat.inMemory();
        try (Desk desk = new Desk(leat.engine())) {
            leat.close();
            for (Examples.Example example : Examples.ALL) {
                HttpResponse<String> answer = desk.ask(example.method(), example.target(), example.body());

                assertThat(answer.body()).as(example.target()).contains("\"urn:leat:problem:shutting-down\"");
                assertThat(answer.statusCode()).isEqualTo(503);
            }
        }
    }
}
