package dev.leat.bench.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Every part runs for a moment, on a PostgreSQL that syncs. What it measures then is worth nothing. */
class OutboxBenchCommandIT {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void everyPartIsMeasuredForEverybody() {
        int code = new CommandLine(new OutboxBenchCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute("--rows", "1500", "--rounds", "1", "--seconds", "0.2", "--warmup", "0", "--writers", "2");

        assertThat(code).as(err.toString()).isZero();
        assertThat(out.toString().lines().skip(2))
                .hasSize(13)
                .allMatch(line -> !line.contains("FAILED"))
                .anyMatch(line -> line.contains("business alone"))
                .anyMatch(line -> line.contains("db-scheduler"));
    }
}
