package dev.leat.bench.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.bench.run.BenchException;
import org.junit.jupiter.api.Test;

class AnswersTest {

    @Test
    void deliveriesAreFoundInTheirOrder() {
        String answer = deliveries(delivery("aa", Payload.TEXT), delivery("bb", Payload.TEXT));

        assertThat(Answers.deliveries(answer)).containsExactly("aa", "bb");
    }

    @Test
    void anAnswerCanBeEmpty() {
        assertThat(Answers.deliveries(deliveries())).isEmpty();
    }

    @Test
    void aMessageThatIsNotWhatWasEnqueuedIsFoundOut() {
        String answer = deliveries(delivery("aa", "something"));

        assertThatThrownBy(() -> Answers.deliveries(answer)).isInstanceOf(BenchException.class);
    }

    @Test
    void anAckThatIsMissingIsFoundOut() {
        String one = "{\"results\":[{\"outcome\":\"acked\"},{\"outcome\":\"alreadySettled\"}]}";

        Answers.checkAcked(one, 1);
        assertThatThrownBy(() -> Answers.checkAcked(one, 2)).isInstanceOf(BenchException.class);
    }

    private static String delivery(String id, String payload) {
        return "{\"deliveryId\":\"" + id + "\",\"attempt\":1,\"payload\":\"" + payload + "\"}";
    }

    private static String deliveries(String... deliveries) {
        return "{\"deliveries\":[" + String.join(",", deliveries) + "]}";
    }
}
