package dev.leat.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private final StringWriter shown = new StringWriter();

    @Test
    void whoeverLooksSeesABarThatGrowsAndGoesAway() {
        try (ProgressLine progress = progress(true, false)) {
            progress.at("append", 0, 4);
            progress.at("read", 2, 4);
        }

        assertThat(shown.toString().split("\r\u001b\\[2K", -1))
                .containsExactly("", "[........................] append …", "[############............] read …", "");
    }

    @Test
    void aFileGetsALineForEachRow() {
        try (ProgressLine progress = progress(false, false)) {
            progress.at("warming up");
            progress.at("append", 0, 2);
            progress.at("read", 1, 2);
        }

        assertThat(shown.toString().lines()).containsExactly("warming up …", "[1/2] append …", "[2/2] read …");
    }

    @Test
    void aProgramIsToldNothing() {
        try (ProgressLine progress = progress(false, true)) {
            progress.at("append", 0, 2);
        }

        assertThat(shown.toString()).isEmpty();
    }

    private ProgressLine progress(boolean watched, boolean json) {
        return new ProgressLine(new PrintWriter(shown), watched, json);
    }
}
