package dev.leat.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.cli.config.SettingValues;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileLimitTest {

    private static ServeSettings settings(String connections) {
        return ServeSettings.of(SettingValues.read(
                ServeTable.TABLE, Map.of(), Map.of("LEAT_CONNECTIONS", connections, "LEAT_EVENT_LOOPS", "2")));
    }

    private static int reserved(ServeSettings settings) {
        return settings.engine().store().openFiles()
                + settings.engine().archive().idleFiles()
                + settings.server().webhooks().concurrency();
    }

    @ParameterizedTest
    @ValueSource(longs = {128, 256, 1024, 4096})
    void connectionsGetWhatStorageAndTheProcessLeave(long limit) {
        ServeSettings fitted = FileLimit.fit(settings("50000"), limit);

        assertThat(fitted.server().bounds().connections()).isPositive();
        assertThat(fitted.server().bounds().connections() + reserved(fitted) + 48 + 2 * 4)
                .isLessThanOrEqualTo((int) limit);
        assertThat(fitted.engine().store().openFiles()).isBetween(16, 256);
    }

    @Test
    void withEnoughFilesNothingChanges() {
        ServeSettings asked = settings("50000");

        assertThat(FileLimit.fit(asked, 131_072)).isEqualTo(asked);
        assertThat(FileLimit.fit(asked, Long.MAX_VALUE)).isEqualTo(asked);
        assertThat(FileLimit.fit(asked, -1)).isEqualTo(asked);
    }

    @Test
    void fewerConnectionsThanTheLimitAllowsStayAsTheyAre() {
        assertThat(FileLimit.fit(settings("10"), 256).server().bounds().connections())
                .isEqualTo(10);
    }

    @Test
    void aLimitThatIsTooSmallIsRefusedWithTheWayOut() {
        assertThatThrownBy(() -> FileLimit.fit(settings("10"), 127))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("127 files open, and needs 128 at least")
                .hasMessageContaining("ulimit -n");
        ServeSettings many =
                ServeSettings.of(SettingValues.read(ServeTable.TABLE, Map.of(), Map.of("LEAT_EVENT_LOOPS", "64")));
        assertThatThrownBy(() -> FileLimit.fit(many, 128)).hasMessageContaining("event-loops");
    }
}
