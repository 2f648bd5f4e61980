package dev.leat.client.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON that goes to the server or comes from it. */
public interface Json {
    String CONTENT_TYPE = "application/json";

    /** Messages may be as long and as deep as the server takes them. */
    JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES) // their names are not ours to remember
            .build();

    void write(JsonGenerator json) throws IOException;

    static byte[] bytes(Json content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
            content.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Reads an object; anything else is a {@link BadAnswer}. */
    static Fields object(byte[] bytes) {
        try (JsonParser json = FACTORY.createParser(bytes)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new BadAnswer("the answer is no JSON object");
            }
            return fields(json);
        } catch (IOException e) {
            throw new BadAnswer("the answer is no JSON: " + e.getMessage());
        }
    }

    private static Fields fields(JsonParser json) throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            Object value = value(json);
            if (value != null) {
                values.put(name, value);
            }
        }
        return new Fields(values);
    }

    private static @Nullable Object value(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT -> fields(json);
            case START_ARRAY -> list(json);
            case VALUE_STRING -> json.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT ->
                json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? (Object) json.getDoubleValue()
                        : (Object) json.getLongValue();
            case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            default -> null;
        };
    }

    private static List<Object> list(JsonParser json) throws IOException {
        List<Object> list = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            Object value = value(json);
            if (value != null) {
                list.add(value);
            }
        }
        return list;
    }
}
