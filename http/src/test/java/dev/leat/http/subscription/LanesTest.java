package dev.leat.http.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.spi.WebhookCall;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.Wake;
import dev.leat.http.subscription.Lanes.Turn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LanesTest {

    @Test
    void hostsTakeTurnsAndABusyOneWaits() {
        Lanes lanes = new Lanes(3, 2);
        lanes.add("a", call("a1", 1));
        lanes.add("a", call("a2", 1));
        lanes.add("a", call("a3", 1));
        lanes.add("b", call("b1", 1));
        lanes.add("b", call("b2", 1));

        List<Turn> running = all(lanes);

        assertThat(running)
                .extracting(turn -> turn.call().wake().subscription().value())
                .containsExactly("a1", "b1", "a2");
        lanes.ended(running.get(1).lane());
        assertThat(all(lanes))
                .extracting(turn -> turn.call().wake().subscription().value())
                .containsExactly("b2");
        lanes.ended(running.get(0).lane());
        assertThat(all(lanes))
                .extracting(turn -> turn.call().wake().subscription().value())
                .containsExactly("a3");
        assertThat(lanes.size()).isZero();
    }

    @Test
    void aLaterCallReplacesOneThatWaits() {
        Lanes lanes = new Lanes(1, 1);
        lanes.add("a", call("s", 1));
        lanes.add("a", call("s", 2));

        assertThat(all(lanes))
                .extracting(turn -> turn.call().wake().generation())
                .containsExactly(2L);
        assertThat(lanes.size()).isZero();
    }

    @Test
    void whatIsForgottenIsNotCalled() {
        Lanes lanes = new Lanes(5, 5);
        lanes.add("a", call("s", 1));
        lanes.add("a", call("t", 1));

        lanes.forget(SubscriptionId.of("s"));

        assertThat(all(lanes)).hasSize(1);
    }

    private static List<Turn> all(Lanes lanes) {
        List<Turn> turns = new ArrayList<>();
        for (Turn turn = lanes.next(); turn != null; turn = lanes.next()) {
            turns.add(turn);
        }
        return turns;
    }

    private static WebhookCall call(String id, long generation) {
        return new WebhookCall(
                new Wake(SubscriptionId.of(id), "w_0", generation, List.of(), Instant.MAX), "http://localhost/", 1);
    }
}
