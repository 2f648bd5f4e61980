package dev.leat.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypeTest {

    @ParameterizedTest
    @CsvSource({"500ms, PT0.5S", "30s, PT30S", "5m, PT5M", "2h, PT2H", "7d, P7D", "PT1M30S, PT1M30S", "10 s, PT10S"})
    void durations(String text, Duration length) {
        assertThat(parse(SettingType.duration(), text)).isEqualTo(length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "0s", "-5s", "PT-5S", "s", "5 years", "9999999999999999999s", "8d"})
    void noDurations(String text) {
        assertRefused(SettingType.duration(), text);
    }

    @ParameterizedTest
    @CsvSource({
        "4096, 4096",
        "64KiB, 65536",
        "16MiB, 16777216",
        "1GiB, 1073741824",
        "2TiB, 2199023255552",
        "1 KiB, 1024"
    })
    void sizes(String text, long bytes) {
        assertThat(parse(SettingType.longSize(), text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "16MB", "16m", "1.5MiB", "99999999TiB", "unlimited"})
    void noSizes(String text) {
        assertRefused(SettingType.longSize(), text);
    }

    @ParameterizedTest
    @CsvSource({"unlimited, 9223372036854775807", "1GiB, 1073741824"})
    void limits(String text, long bytes) {
        assertThat(parse(SettingType.limit(), text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2GiB", "1023"})
    void sizesOutOfBounds(String text) {
        assertRefused(SettingType.size(1024), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.org", "ftp://example.org", "http://", "http://a b"})
    void noUrls(String text) {
        assertRefused(SettingType.url(), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "NaN", "Infinity", "many", "1000001"})
    void noRates(String text) {
        assertRefused(SettingType.rate(), text);
    }

    private static <T> T parse(SettingType<T> type, String text) {
        return type.parse(new GivenValue(text, "here"));
    }

    private static void assertRefused(SettingType<?> type, String text) {
        assertThatThrownBy(() -> parse(type, text))
                .isInstanceOf(SettingException.class)
                .hasMessage("here: expected " + type.expected() + ", not \"" + text + "\"");
    }
}
