package dev.leat.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.http.Health.Status;
import org.junit.jupiter.api.Test;

class ServerHealthTest {
    private final ServerHealth health = new ServerHealth();

    @Test
    void aServerIsReadyOnceItsEngineIsOpen() {
        assertThat(health.ready().status()).isEqualTo(Status.STARTING);

        try (Leat leat = Leat.inMemory()) {
            health.opened(leat);

            assertThat(health.ready().json()).isEqualTo("{\"status\":\"ready\"}");
        }
    }

    @Test
    void aServerThatStopsIsLiveButNotReady() {
        try (Leat leat = Leat.inMemory()) {
            health.opened(leat);
            health.drain();

            assertThat(health.ready().json())
                    .isEqualTo("{\"status\":\"draining\",\"reason\":\"the server is stopping\"}");
            assertThat(health.live().code()).isEqualTo(200);
        }
    }

    @Test
    void anEngineThatSomebodyClosedIsNotReady() {
        Leat leat = Leat.inMemory();
        health.opened(leat);

        leat.close();

        assertThat(health.ready().code()).isEqualTo(503);
    }
}
