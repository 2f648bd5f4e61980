package dev.leat.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatenciesTest {

    private final Latencies latencies = new Latencies();

    @Test
    void aPartOfAllDoesNotExceedIt() {
        for (int millis = 10_000; millis > 0; millis--) {
            latencies.add(millis * 1_000_000L);
        }

        assertThat(latencies.millis(0.5)).isEqualTo(5000);
        assertThat(latencies.millis(0.99)).isEqualTo(9900);
        assertThat(latencies.millis(1)).isEqualTo(10_000);
    }

    @Test
    void ofNothingThereIsNone() {
        assertThat(latencies.millis(0.5)).isNaN();
    }
}
