package dev.leat.engine.presence;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.queue.Presence.State;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Message about a change of state, in the presence stream of a queue. */
final class PresenceMessage {
    private static final JsonFactory JSON = new JsonFactory();

    private PresenceMessage() {}

    /**
     * @param before null for a consumer that was not known
     * @param after null for one that was forgotten
     */
    static byte[] of(ConsumerState entry, @Nullable State before, @Nullable State after, long time) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator out = JSON.createGenerator(bytes)) {
            out.writeStartObject();
            out.writeStringField("type", after == null ? "consumer-forgotten" : "consumer-" + word(after));
            out.writeStringField("queue", entry.place.queueName().value());
            out.writeStringField("group", entry.place.groupName().value());
            out.writeStringField("consumer", entry.consumer.value());
            out.writeStringField("instance", entry.instance);
            out.writeStringField("state", after == null ? null : word(after));
            out.writeStringField("before", before == null ? null : word(before));
            out.writeStringField("at", Instant.ofEpochMilli(time).toString());
            out.writeStringField(
                    "registeredAt", Instant.ofEpochMilli(entry.registeredAt).toString());
            out.writeStringField(
                    "lastSeen", Instant.ofEpochMilli(entry.lastSeen).toString());
            out.writeStringField("ttl", Duration.ofMillis(entry.ttl).toString());
            out.writeObjectFieldStart("labels");
            for (Map.Entry<String, String> label : new TreeMap<>(entry.labels).entrySet()) {
                out.writeStringField(label.getKey(), label.getValue());
            }
            out.writeEndObject();
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // there is no file to fail here
        }
        return bytes.toByteArray();
    }

    private static String word(State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
