package dev.leat.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** JSON objects for the tests of what reads and writes them. */
final class TestJson {

    private TestJson() {}

    /** Writes members of an object. */
    interface Members {
        void write(JsonGenerator json) throws IOException;
    }

    /** The faults of a request, or those of an answer. */
    private record Faults(boolean isStrict) implements JsonFaults {
        @Override
        public RuntimeException notJson(String reason) {
            return new IllegalArgumentException("not JSON: " + reason);
        }

        @Override
        public RuntimeException invalid(String reason) {
            return new IllegalArgumentException(reason);
        }
    }

    static String text(Members members) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
            json.writeStartObject();
            members.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    static JsonObject request(String json) {
        return JsonReader.request(json.getBytes(StandardCharsets.UTF_8), new Faults(true));
    }

    static JsonObject answer(String json) {
        return JsonReader.answer(json.getBytes(StandardCharsets.UTF_8), PayloadJson.PAYLOAD, new Faults(false));
    }

    static MessageHeaders.Reader headers() {
        return new MessageHeaders.Reader(new Faults(true));
    }
}
