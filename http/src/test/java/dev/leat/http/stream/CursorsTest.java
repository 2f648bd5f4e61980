package dev.leat.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class CursorsTest {
    private final Cursors cursors =
            new Cursors(InstantSource.fixed(Instant.parse("2024-10-09T00:10:10Z")), Duration.ofSeconds(20));

    @Test
    void countsIntervalsSinceTheProtocolsEpoch() {
        assertThat(cursors.current()).isEqualTo(30);
        assertThat(cursors.next(null)).isEqualTo(30);
    }

    @Test
    void aClientFromThePastGetsTheCurrentOne() {
        assertThat(cursors.next(29L)).isEqualTo(30);
    }

    @Test
    void aClientThatIsNotInThePastGetsALaterOneWithinAnHour() {
        for (long given = 30; given < 1030; given++) {
            assertThat(cursors.next(given)).isGreaterThan(given).isLessThanOrEqualTo(given + 180);
        }
    }
}
