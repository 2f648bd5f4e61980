package dev.leat.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** docs/cache.md has every meter. Its examples are run with those of all pages. */
class CacheDocTest {

    @Test
    void theDocumentHasTheNamesOfTheMeters() throws IOException {
        assertThat(Files.readString(Path.of("../docs/cache.md"))).contains(meters());
    }

    private static List<String> meters() {
        TaggedCache<Long, String> users =
                TaggedCache.<Long, String>builder(Duration.ofMinutes(10)).build();
        MeterRegistry registry = new SimpleMeterRegistry();
        users.flush("start");
        new CacheMetrics(users, "users").bindTo(registry);
        return registry.getMeters().stream()
                .map(meter -> meter.getId().getName())
                .filter(name -> name.startsWith("leat."))
                .distinct()
                .map(name -> "`" + name + "`")
                .toList();
    }
}
