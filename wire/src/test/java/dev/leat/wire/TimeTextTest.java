package dev.leat.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {

    @ParameterizedTest
    @CsvSource({
        "0s, PT0S",
        "500ms, PT0.5S",
        "30s, PT30S",
        "5m, PT5M",
        "2h, PT2H",
        "7d, PT168H",
        "000000000000030s, PT30S",
        "PT1M30S, PT1M30S",
        "pt0.25s, PT0.25S",
        "P1D, PT24H"
    })
    void durationsAreReadAsPeopleAndAsStandardsWriteThem(String text, Duration duration) {
        assertThat(TimeText.duration("wait", text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "5",
                "s",
                "5 s",
                "5s ",
                "5S",
                "5w",
                "5min",
                "1.5s",
                "-5s",
                "+5s",
                "٥s",
                "0000000000000030s",
                "9999999999999999999s",
                "PT",
                "1h30m"
            })
    void whatIsNoDurationIsRefused(String text) {
        assertThatThrownBy(() -> TimeText.duration("wait", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("wait is a duration such as 30s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"36501d", "PT-1S", "999999999999999d", "PT999999999H"})
    void whatIsTooLongOrNegativeIsRefused(String text) {
        assertThatThrownBy(() -> TimeText.duration("wait", text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"PT0S, 0s", "PT0.5S, 500ms", "PT30S, 30s", "PT90S, 90s", "PT5M, 5m", "PT12H, 12h", "PT168H, 7d"})
    void theShortestTextIsReadAsTheSameDuration(Duration duration, String text) {
        assertThat(TimeText.shortest(duration)).isEqualTo(text);
        assertThat(TimeText.duration("wait", text)).isEqualTo(duration);
    }
}
