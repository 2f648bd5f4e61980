package dev.leat.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.Health.Report;
import dev.leat.http.Health.Status;
import org.junit.jupiter.api.Test;

class HealthTest {

    @Test
    void whoIsReadySaysSoAndNoMore() {
        Report ready = new Report(Status.READY, null);

        assertThat(ready.code()).isEqualTo(200);
        assertThat(ready.json()).isEqualTo("{\"status\":\"ready\"}");
    }

    @Test
    void whoIsNotReadySaysWhy() {
        Report failed = new Report(Status.FAILED, "the file \"a\\b\" is\nbroken");

        assertThat(failed.code()).isEqualTo(503);
        assertThat(failed.json())
                .isEqualTo("{\"status\":\"failed\",\"reason\":\"the file \\\"a\\\\b\\\" is\\nbroken\"}");
    }

    @Test
    void onlyReadyAndLiveAreGood() {
        assertThat(Status.values())
                .filteredOn(status -> new Report(status, null).code() == 200)
                .containsExactly(Status.LIVE, Status.READY);
    }

    @Test
    void aProcessThatIsNotReadyIsStillLive() {
        Health health = () -> new Report(Status.RECOVERING, "wait");

        assertThat(health.live().json()).isEqualTo("{\"status\":\"live\"}");
    }
}
