package dev.leat.bench.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class QueuesCommandIT {
    private static final List<String> TINY = List.of(
            "--seconds=0.05", "--warmup=0.05", "--rounds=1", "--connections=1,3", "--batch=5", "--backlog=2000");

    @TempDir
    private Path data;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void everyPartIsMeasuredAtALeatThatIsStartedForIt() {
        int status = bench("--data=" + data);

        assertThat(out.toString()).doesNotContain("FAILED");
        assertThat(out.toString().lines()).hasSize(2 + 2 + 2 + 4 + 5 + 2);
        assertThat(status).isZero();
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void aServerThatIsNotThereFailsTheRun() {
        int status = bench("--only=single", "--data=" + data, "http://127.0.0.1:1/v1/queues");

        assertThat(status).isEqualTo(1);
        assertThat(out.toString()).contains("FAILED: cannot connect to 127.0.0.1:1");
    }

    @Test
    void partsAndUrlsThatAreNotKnownAreRefused() {
        assertThat(bench("--only=nothing")).isEqualTo(2);
        assertThat(bench("ftp://127.0.0.1:21")).isEqualTo(2);
        assertThat(bench("--backlog=7")).isEqualTo(2);
    }

    private int bench(String... arguments) {
        List<String> all = new ArrayList<>(TINY);
        all.addAll(List.of(arguments));
        return new CommandLine(new QueuesCommand(null, false))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
    }
}
