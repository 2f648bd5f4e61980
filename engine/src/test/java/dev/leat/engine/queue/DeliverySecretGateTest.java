package dev.leat.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

public class DeliverySecretGateTest {
    private final List<Reply<Object>> openings = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private final DeliverySecretGate startupGate = new DeliverySecretGate(openings::add);

    @Test
    void allWaitForOneOpeningAndKeepTheirOrder() {
        pass("a");
        pass("b");
        assertThat(heard).isEmpty();
        assertThat(openings).hasSize(1);

        openings.get(0).answered("");
        pass("c");

        assertThat(heard).containsExactly("a", "b", "c");
        assertThat(openings).hasSize(1);
    }

    @Test
    void whoComesWhileOthersGoThroughDoesNotOvertakeThem() {
        startupGate.pass(reply("a"), () -> {
            pass("the end of a"); // as another thread may at this moment
            heard.add("a");
        });

        openings.get(0).answered("");

        assertThat(heard).containsExactly("a", "the end of a");
    }

    @Test
    void ifItDoesNotOpenAllAreToldAndTheNextTriesAgain() {
        pass("a");
        pass("b");

        openings.get(0).refused(new Rejection.Unavailable("no", Duration.ZERO));
        pass("c");
        openings.get(1).answered("");

        assertThat(heard).containsExactly("a: no", "b: no", "c");
    }

    private void pass(String who) {
        startupGate.pass(reply(who), () -> heard.add(who));
    }

    private Reply<Object> reply(String who) {
        return new Reply<>() {
            @Override
            public void answered(Object outcome) {}

            @Override
            public void refused(Rejection rejection) {
                heard.add(who + ": " + ((Rejection.Unavailable) rejection).cause());
            }
        };
    }
}
