package dev.leat.http.subscription;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.leat.wire.JsonErrorText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a JSON object that a client sent. Unknown fields are ignored; null counts as absent. */
final class Fields {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(16)
                    .maxNumberLength(40)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES) // their names are not ours to remember
            .build();

    private final Map<String, Object> values;

    private Fields(Map<String, Object> values) {
        this.values = values;
    }

    static Fields parse(byte[] bytes) {
        try (JsonParser json = FACTORY.createParser(bytes)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw ProtocolErrors.invalid("the body must be a JSON object");
            }
            Fields fields = new Fields(object(json));
            if (json.nextToken() != null) {
                throw ProtocolErrors.invalid("there is something after the JSON object");
            }
            return fields;
        } catch (JsonProcessingException e) {
            throw ProtocolErrors.invalid("the body is not valid JSON: " + JsonErrorText.of(e));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> object(JsonParser json) throws IOException {
        Map<String, Object> object = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            Object value = value(json);
            if (value != null) {
                object.put(name, value);
            }
        }
        return object;
    }

    private static @Nullable Object value(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT -> new Fields(object(json));
            case START_ARRAY -> list(json);
            case VALUE_STRING -> json.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT ->
                json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? json.getDoubleValue()
                        : (Object) json.getLongValue();
            case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            default -> null;
        };
    }

    private static List<Object> list(JsonParser json) throws IOException {
        List<Object> list = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            Object value = value(json);
            if (value == null) {
                throw ProtocolErrors.invalid("there is a null in a list");
            }
            list.add(value);
        }
        return list;
    }

    @Nullable
    String text(String name) {
        return as(name, String.class, "a string");
    }

    String requiredText(String name) {
        return required(name, text(name));
    }

    @Nullable
    Long number(String name) {
        return as(name, Long.class, "a whole number");
    }

    long requiredNumber(String name) {
        return required(name, number(name));
    }

    /** Returns the value; false if it is absent. */
    boolean flag(String name) {
        Boolean flag = as(name, Boolean.class, "true or false");
        return flag != null && flag;
    }

    Fields requiredObject(String name) {
        return required(name, as(name, Fields.class, "an object"));
    }

    List<String> texts(String name) {
        return list(name, String.class, "a list of strings");
    }

    List<Fields> objects(String name) {
        return list(name, Fields.class, "a list of objects");
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    private <T> List<T> list(String name, Class<T> type, String words) {
        List<?> list = as(name, List.class, words);
        List<T> found = new ArrayList<>();
        for (Object value : list == null ? List.of() : list) {
            if (!type.isInstance(value)) {
                throw ProtocolErrors.invalid(name + " must be " + words);
            }
            found.add(type.cast(value));
        }
        return found;
    }

    private <T> @Nullable T as(String name, Class<T> type, String words) {
        Object value = values.get(name);
        if (value != null && !type.isInstance(value)) {
            throw ProtocolErrors.invalid(name + " must be " + words);
        }
        return value == null ? null : type.cast(value);
    }

    private static <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw ProtocolErrors.invalid(name + " is missing");
        }
        return value;
    }
}
