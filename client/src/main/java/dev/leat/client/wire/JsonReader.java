package dev.leat.client.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a JSON object that came from the server. Members of one name can be kept as they were written, with the space around. */
final class JsonReader {
    private final String text;
    private final JsonParser json;
    private final @Nullable String raw;

    private JsonReader(String text, JsonParser json, @Nullable String raw) {
        this.text = text;
        this.json = json;
        this.raw = raw;
    }

    /** @param raw the name of members that are kept as they were written; null for none */
    static Fields object(byte[] bytes, @Nullable String raw) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        try (JsonParser json = Json.FACTORY.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new BadAnswer("the answer is no JSON object");
            }
            return new JsonReader(text, json, raw).fields();
        } catch (IOException e) {
            throw new BadAnswer("the answer is no JSON: " + JsonFlaw.of(e));
        }
    }

    private Fields fields() throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            Object value = name.equals(raw) ? written() : value();
            if (value != null) {
                values.put(name, value);
            }
        }
        return new Fields(values);
    }

    private byte[] written() throws IOException {
        int start = Math.toIntExact(json.currentTokenLocation().getCharOffset());
        json.skipChildren();
        json.finishToken();
        int end = Math.toIntExact(json.currentLocation().getCharOffset());
        while (isSpace(text.charAt(start - 1))) {
            start--;
        }
        while (end < text.length() && isSpace(text.charAt(end))) {
            end++;
        }
        return text.substring(start, end).getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private @Nullable Object value() throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT -> fields();
            case START_ARRAY -> list();
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

    private List<Object> list() throws IOException {
        List<Object> list = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            Object value = value();
            if (value != null) {
                list.add(value);
            }
        }
        return list;
    }
}
