package dev.leat.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class BarTest {
    private final StringWriter err = new StringWriter();

    @Test
    void whereSomebodyLooksItIsOneLineThatChangesAndGoes() {
        try (ProgressBar bar = new ProgressBar(new PrintWriter(err), true, DisplayText::bytes)) {
            bar.at("store", 0, 0);
            bar.at("copying", 512 << 10, 1 << 20);
            bar.at("appending", 2048, 0);
        }

        assertThat(err.toString().split("\r\u001b\\[2K", -1))
                .containsExactly(
                        "",
                        "store …",
                        "copying [############............]  50%  512.0 KiB of 1.0 MiB",
                        "appending  2.0 KiB",
                        "");
    }

    @Test
    void aSecondLookAtTheSameStepComesTooSoonToBeShown() {
        ProgressBar bar = new ProgressBar(new PrintWriter(err), true, DisplayText::bytes);
        bar.at("copying", 0, 100);
        bar.at("copying", 1, 100);

        assertThat(err.toString()).contains("  0%").doesNotContain("  1%");
        bar.close();
    }

    @Test
    void whereNobodyLooksItSaysNothing() {
        try (ProgressBar bar = new ProgressBar(new PrintWriter(err), false, DisplayText::bytes)) {
            bar.at("copying", 1, 2);
        }

        assertThat(err.toString()).isEmpty();
    }
}
