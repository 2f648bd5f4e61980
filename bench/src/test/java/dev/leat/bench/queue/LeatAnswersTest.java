package dev.leat.bench.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.bench.run.BenchException;
import org.junit.jupiter.api.Test;

class LeatAnswersTest {

    @Test
    void deliveriesAreFoundInTheirOrder() {
        String answer = deliveries(delivery("aa", Payload.TEXT), delivery("bb", Payload.TEXT));

        assertThat(LeatAnswers.deliveries(answer)).containsExactly("aa", "bb");
    }

    @Test
    void anAnswerCanBeEmpty() {
        assertThat(LeatAnswers.deliveries(deliveries())).isEmpty();
    }

    @Test
    void aMessageThatIsNotWhatWasEnqueuedIsFoundOut() {
        String answer = deliveries(delivery("aa", "something"));

        assertThatThrownBy(() -> LeatAnswers.deliveries(answer)).isInstanceOf(BenchException.class);
    }

    @Test
    void anAckThatIsMissingIsFoundOut() {
        String one = "{\"results\":[{\"outcome\":\"acked\"},{\"outcome\":\"alreadySettled\"}]}";

        LeatAnswers.checkAcked(one, 1);
        assertThatThrownBy(() -> LeatAnswers.checkAcked(one, 2)).isInstanceOf(BenchException.class);
    }

    private static String delivery(String id, String payload) {
        return "{\"deliveryId\":\"" + id + "\",\"attempt\":1,\"payload\":\"" + payload + "\"}";
    }

    private static String deliveries(String... deliveries) {
        return "{\"deliveries\":[" + String.join(",", deliveries) + "]}";
    }
}
