package dev.leat.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.Health.Finding;
import dev.leat.http.Health.Report;
import dev.leat.http.Health.Status;
import java.util.List;
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
    void onlyReadyAndLiveAreGoodAlsoIfSomethingIsDamaged() {
        assertThat(Status.values())
                .filteredOn(status -> new Report(status, null).code() == 200)
                .containsExactly(Status.LIVE, Status.READY, Status.DEGRADED);
    }

    @Test
    void whatIsDamagedIsNamedOnlyToThoseWhoMayKnow() {
        Report degraded = new Report(
                Status.DEGRADED,
                "1 part is damaged",
                List.of(new Finding("a file", "stream \"a\"", "restore a backup")));

        assertThat(degraded.code()).isEqualTo(200);
        assertThat(degraded.json()).isEqualTo("{\"status\":\"degraded\",\"reason\":\"1 part is damaged\"}");
        assertThat(degraded.json(true))
                .isEqualTo(
                        "{\"status\":\"degraded\",\"reason\":\"1 part is damaged\",\"findings\":[{\"what\":\"a file\","
                                + "\"affects\":\"stream \\\"a\\\"\",\"wayOut\":\"restore a backup\"}]}");
    }

    @Test
    void aProcessThatIsNotReadyIsStillLive() {
        Health health = () -> new Report(Status.RECOVERING, "wait");

        assertThat(health.live().json()).isEqualTo("{\"status\":\"live\"}");
    }
}
