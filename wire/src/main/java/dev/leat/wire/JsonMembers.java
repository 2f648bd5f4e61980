package dev.leat.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes members of a JSON object that are left out if they have no value. */
public final class JsonMembers {

    private JsonMembers() {}

    /** Writes the text of a name, a duration, an instant or an offset; nothing if the value is null. */
    public static void text(JsonGenerator json, String name, @Nullable Object value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value.toString());
        }
    }

    /** Writes the word of an enum constant; nothing if it is null. */
    public static void word(JsonGenerator json, String name, @Nullable Enum<?> constant) throws IOException {
        if (constant != null) {
            json.writeStringField(name, EnumWords.of(constant));
        }
    }

    /** Writes a whole number; nothing if it is null. */
    public static void whole(JsonGenerator json, String name, @Nullable Number number) throws IOException {
        if (number != null) {
            json.writeNumberField(name, number.longValue());
        }
    }

    /** Writes an object whose members are strings, in the order of the map, also if it is empty. */
    public static void map(JsonGenerator json, String name, Map<String, String> map) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, String> entry : map.entrySet()) {
            json.writeStringField(entry.getKey(), entry.getValue());
        }
        json.writeEndObject();
    }
}
