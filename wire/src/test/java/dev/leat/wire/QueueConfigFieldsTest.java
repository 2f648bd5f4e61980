package dev.leat.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Retention;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class QueueConfigFieldsTest {

    /** Each field differs from its default. */
    private static final QueueConfig OTHER = new QueueConfig(
            QueueConfig.Mode.FANOUT,
            Duration.ofSeconds(31),
            Duration.ofHours(13),
            6,
            101,
            QueueName.of("dead"),
            QueueConfig.Exhausted.DROP,
            new Backoff(Duration.ofSeconds(2), 1.5, Duration.ofMinutes(6)),
            Duration.ofSeconds(1),
            true,
            Duration.ofDays(1),
            QueueConfig.Expired.DEAD_LETTER,
            Duration.ofMinutes(6),
            true,
            QueueConfig.DedupScope.KEY,
            1,
            2,
            QueueConfig.Full.WAIT,
            Duration.ofSeconds(11),
            new Retention.Limits(Duration.ofDays(2), 3L, null),
            2,
            true,
            true,
            Duration.ofSeconds(3),
            4,
            5,
            6,
            true,
            true,
            Duration.ofHours(1),
            true);

    private static String written(QueueConfig config) {
        return TestJson.text(json -> QueueConfigJson.writeMembers(json, config));
    }

    @Test
    void everyFieldIsInTheTableInTheOrderOfTheRecord() {
        Stream<String> components = Stream.of(QueueConfig.class.getRecordComponents())
                .map(RecordComponent::getName)
                .filter(name -> !name.equals("mode"));

        assertThat(QueueConfigFields.all())
                .extracting(QueueConfigField::name)
                .containsExactlyElementsOf(components.toList());
    }

    @Test
    void whatIsWrittenIsReadAgainByServerAndClient() {
        for (QueueConfig config : new QueueConfig[] {QueueConfig.work(), QueueConfig.fanout(), OTHER}) {
            assertThat(QueueConfigJson.read(TestJson.request(written(config)))).isEqualTo(config);
            assertThat(QueueConfigJson.read(TestJson.answer(written(config)))).isEqualTo(config);
        }
    }

    @Test
    void anAbsentMemberChangesNothingAndNullSetsTheDefault() {
        for (QueueConfigField<?> field : QueueConfigFields.all()) {
            QueueConfig unchanged = QueueConfigJson.change(OTHER, TestJson.request("{}"));
            QueueConfig changed = QueueConfigJson.change(OTHER, TestJson.request("{\"" + field.name() + "\":null}"));

            assertThat(unchanged).isEqualTo(OTHER);
            assertThat(changed).as(field.name()).isNotEqualTo(OTHER);
            assertThat(TestJson.text(json -> field.write(json, changed)))
                    .as(field.name())
                    .isEqualTo(TestJson.text(json -> field.write(json, QueueConfig.fanout())));
        }
    }

    @Test
    void aChangeToAnotherConfigurationIsWhole() {
        String change = TestJson.text(json -> QueueConfigJson.writeChange(json, QueueConfig.fanout()));

        assertThat(QueueConfigJson.change(OTHER, TestJson.request(change))).isEqualTo(QueueConfig.fanout());
    }

    @Test
    void aPartOfTheBackoffLeavesTheOthers() {
        QueueConfig changed = QueueConfigJson.change(OTHER, TestJson.request("{\"retryBackoff\":{\"factor\":3}}"));

        assertThat(changed.retryBackoff()).isEqualTo(new Backoff(Duration.ofSeconds(2), 3, Duration.ofMinutes(6)));
    }

    @Test
    void theModeCannotChange() {
        assertThatThrownBy(() -> QueueConfigJson.change(OTHER, TestJson.request("{\"mode\":\"work\"}")))
                .hasMessage("the mode of a queue cannot change");
    }

    @Test
    void aRequestWithAnUnknownFieldIsRefusedAndAnAnswerIsRead() {
        assertThatThrownBy(() -> QueueConfigJson.read(TestJson.request("{\"leese\":\"1s\"}")))
                .hasMessageStartingWith("'leese' is not known; known are mode, lease, longestLease, ");
        assertThat(QueueConfigJson.read(TestJson.answer("{\"leese\":\"1s\"}"))).isEqualTo(QueueConfig.work());
    }

    @Test
    void everyOptionIsCalledAsTheField() {
        assertThat(QueueConfigFields.all())
                .extracting(QueueConfigField::optionName)
                .contains("--lease", "--max-leases-per-consumer", "--park-holds-key");
    }
}
