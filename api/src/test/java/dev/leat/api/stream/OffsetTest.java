package dev.leat.api.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OffsetTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 42, 9_999_999_999_999_999L})
    void itsTextIsReadBackAndSortsLikeTheOffset(long position) {
        Offset offset = new Offset(position);

        assertThat(Offset.of(offset.toString())).isEqualTo(offset);
        assertThat(offset.toString()).hasSize(33).isGreaterThanOrEqualTo(Offset.START.toString());
    }

    @Test
    void startAndNowHaveNamesOfTheirOwn() {
        assertThat(Offset.of("-1")).isEqualTo(Offset.START);
        assertThat(Offset.of("now")).isEqualTo(Offset.NOW);
        assertThat(Offset.NOW).hasToString("now");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-2", "NOW", "1_", "_1", "1_2_3", "a_b"})
    void anythingElseIsRefused(String text) {
        assertThat(Offset.parse(text)).isEmpty();
        assertThatThrownBy(() -> Offset.of(text))
                .isInstanceOfSatisfying(
                        RejectedException.class,
                        refused -> assertThat(refused.rejection()).isEqualTo(new Rejection.MalformedOffset(text)));
    }

    @Test
    void aTextThatIsTooLargeLiesAfterEveryTail() {
        assertThat(Offset.of("1_0")).isGreaterThan(new Offset(1L << 50));
        assertThat(Offset.of("0_" + "9".repeat(100))).isGreaterThan(new Offset(1L << 50));
    }
}
