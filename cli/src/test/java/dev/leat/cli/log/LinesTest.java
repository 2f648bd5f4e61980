package dev.leat.cli.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

class LinesTest {
    private final LoggerContext context = new LoggerContext();
    private LoggingEvent event;

    @BeforeEach
    void event() {
        event = event("a stream was made", null);
    }

    @Test
    void aLineForPeople() {
        event.getMDCPropertyMap().putAll(Map.of("request", "r1"));
        event.addKeyValuePair(new KeyValuePair("path", "a/b"));

        assertThat(text(new TextLineEncoder()))
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}\\S+ "
                        + "INFO  Streams  a stream was made request=r1 path=a/b\\R");
    }

    @Test
    void nobodyCanWriteALineOfTheirOwn() {
        event = event("a\nb", null);
        event.getMDCPropertyMap().putAll(Map.of("request", "x\r\n2026 INFO all is well"));

        assertThat(text(new TextLineEncoder()).lines()).hasSize(1);
    }

    @Test
    void aLineForPrograms() {
        event.getMDCPropertyMap().putAll(Map.of("request", "r\"1"));
        event.addKeyValuePair(new KeyValuePair("shards", 16));

        assertThat(text(new JsonLineEncoder()))
                .isEqualTo(
                        "{\"time\":\"2026-01-02T03:04:05.678Z\",\"level\":\"INFO\",\"logger\":\"dev.leat.x.Streams\","
                                + "\"thread\":\"main\",\"message\":\"a stream was made\",\"request\":\"r\\\"1\","
                                + "\"shards\":\"16\"}\n");
    }

    @Test
    void aFieldDoesNotReplaceWhatEveryLineHas() {
        event.getMDCPropertyMap().putAll(Map.of("level", "none"));

        assertThat(text(new JsonLineEncoder())).contains("\"level\":\"INFO\"", "\"field.level\":\"none\"");
    }

    @Test
    void aStackTraceIsOneField() {
        event = event("failed", new IllegalStateException("why"));

        assertThat(text(new JsonLineEncoder()))
                .contains("\"stack\":\"java.lang.IllegalStateException: why")
                .hasLineCount(1);
        assertThat(text(new TextLineEncoder())).contains("\tat dev.leat.cli.log.LinesTest");
    }

    private LoggingEvent event(String message, Throwable thrown) {
        LoggingEvent made = new LoggingEvent(
                "", context.getLogger("dev.leat.x.Streams"), Level.INFO, message, thrown, new Object[0]);
        made.setInstant(Instant.parse("2026-01-02T03:04:05.678Z"));
        made.setThreadName("main");
        made.setMDCPropertyMap(new HashMap<>());
        return made;
    }

    private String text(LogLineEncoder lines) {
        return new String(lines.encode(event), UTF_8);
    }
}
