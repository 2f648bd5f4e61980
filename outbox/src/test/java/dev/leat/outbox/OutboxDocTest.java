package dev.leat.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.metrics.OutboxMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** docs/outbox.md has every meter. Its examples are run with those of all pages. */
class OutboxDocTest {

    @Test
    void theDocumentHasTheNamesOfTheMeters() throws IOException, SQLException {
        assertThat(Files.readString(Path.of("../docs/outbox.md"))).contains(meters());
    }

    private static List<String> meters() throws SQLException {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (TestDatabase database = Databases.SQLITE.open();
                Outbox outbox = Outbox.builder(database)
                        .sink("audit", Handler.of((row, batch) -> {}))
                        .build()) {
            new OutboxMetrics(outbox).bindTo(registry);
        }
        return registry.getMeters().stream()
                .map(meter -> "`" + meter.getId().getName() + "`")
                .distinct()
                .toList();
    }
}
