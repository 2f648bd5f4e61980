package dev.leat.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownTest {

    @Test
    void columnsAreAsWideAsTheirWidestCell() {
        Markdown table = new Markdown(List.of("workload", "per s"));
        table.row(List.of("append", "12,345"));
        StringWriter text = new StringWriter();

        table.print(new PrintWriter(text, true));

        assertThat(text.toString().lines())
                .containsExactly("| workload |  per s |", "|----------|-------:|", "| append   | 12,345 |");
    }
}
