package dev.leat.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** docs/outbox-spring.md has every property. Its examples are run with those of all pages. */
class SpringDocTest {

    @Test
    void theDocumentHasEveryProperty() throws IOException {
        String text = Files.readString(Path.of("../docs/outbox-spring.md"));

        for (Class<?> properties : List.of(OutboxProperties.class, CacheProperties.class)) {
            String prefix = properties == CacheProperties.class ? "`leat.cache." : "`leat.outbox.";
            for (var component : properties.getRecordComponents()) {
                String name = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
                assertThat(text).contains(prefix + name);
            }
        }
    }
}
