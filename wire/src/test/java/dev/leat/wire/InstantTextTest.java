package dev.leat.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InstantTextTest {

    @Test
    void anInstantIsWrittenAsItsToString() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            long second = random.nextInt(200) * 32_000_000L + random.nextInt(3);
            for (long nanos : new long[] {0, random.nextInt(1000) * 1_000_000L, random.nextInt(1_000_000_000)}) {
                Instant instant = Instant.ofEpochSecond(second, nanos);
                assertThat(InstantText.of(instant)).isEqualTo(instant.toString());
            }
        }
        assertThat(InstantText.of(Instant.ofEpochMilli(-1))).isEqualTo("1969-12-31T23:59:59.999Z");
    }
}
