package dev.leat.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** One JSON object per line. */
final class JsonLineEncoder extends LogLineEncoder {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> OURS = Set.of("time", "level", "logger", "thread", "message", "stack");

    @Override
    public byte[] encode(ILoggingEvent event) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(256);
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            write(event, json);
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return line.toByteArray();
    }

    private static void write(ILoggingEvent event, JsonGenerator json) throws IOException {
        json.writeStringField("time", Instant.ofEpochMilli(event.getTimeStamp()).toString());
        json.writeStringField("level", event.getLevel().toString());
        json.writeStringField("logger", event.getLoggerName());
        json.writeStringField("thread", event.getThreadName());
        json.writeStringField("message", event.getFormattedMessage());
        for (Map.Entry<String, Object> field : fields(event).entrySet()) {
            String key = field.getKey();
            json.writeStringField(OURS.contains(key) ? "field." + key : key, String.valueOf(field.getValue()));
        }
        IThrowableProxy thrown = event.getThrowableProxy();
        if (thrown != null) {
            json.writeStringField("stack", ThrowableProxyUtil.asString(thrown));
        }
    }
}
