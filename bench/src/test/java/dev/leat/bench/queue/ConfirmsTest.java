package dev.leat.bench.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConfirmsTest {
    private final Confirms confirms = new Confirms();

    @Test
    void confirmsComeInAnyOrder() {
        confirms.published(3);

        assertThat(confirms.confirmed(3, false)).isFalse();
        assertThat(confirms.confirmed(1, false)).isFalse();
        assertThat(confirms.confirmed(2, false)).isTrue();
    }

    @Test
    void oneConfirmCanStandForAllBeforeIt() {
        confirms.published(3);

        assertThat(confirms.confirmed(2, true)).isFalse();
        assertThat(confirms.confirmed(3, true)).isTrue();
    }

    @Test
    void numbersGoOnFromOneBatchToTheNext() {
        confirms.published(2);
        confirms.confirmed(2, true);
        confirms.published(2);

        assertThat(confirms.confirmed(4, false)).isFalse();
        assertThat(confirms.confirmed(3, false)).isTrue();
    }
}
